import { join } from 'node:path'
import { expect, test } from 'vitest'
import { working } from './acting.ts'
import { stage } from './stage.ts'

test('a push while the agent works withholds the verdict; the new head is reviewed at once', async () => {
  const scene = await stage()
  const step = await working(scene, join(scene.folder, 'never'))
  scene.github.as('author').commit('topic', { 'src/more.js': 'export const more = 1\n' })
  const { log, outputs } = await step.done
  expect(log, log).toMatch(/watch {4}the head moved from [0-9a-f]{7}: the attempt is cancelled/)
  expect(log).toContain('verdict withheld: the head moved')
  const { reviews } = scene.github.pull(1)
  expect(reviews.map(review => review.commit)).toEqual([scene.github.repository().git.branch('topic')])
  expect(outputs).toMatchObject({ outcome: 'reviewed', decision: 'approved' })
  expect(scene.agentStarts()).toBe(2)
})
