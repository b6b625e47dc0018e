import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { approves, asksForFix } from './reports.ts'
import { type Stage, stage } from './stage.ts'

/** Starts a run and waits until its agent works. */
const working = async (scene: Stage, gate: string) => {
  const begun = join(scene.folder, 'begun')
  scene.answer({ ...asksForFix(), touch: begun, waitFor: gate }, approves())
  const step = scene.start()
  for (let tries = 0; !existsSync(begun) && tries < 500; tries++) await pause(20)
  return step
}

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
