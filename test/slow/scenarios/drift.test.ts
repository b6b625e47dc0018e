import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createRun } from '../../../src/simulator/acts/runs.ts'
import { working } from '../../scenarios/acting.ts'
import { stage } from '../../scenarios/stage.ts'

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

test('a pull that is closed while the agent works gets nothing posted', async () => {
  const scene = await stage()
  const gate = join(scene.folder, 'gate')
  const step = await working(scene, gate)
  scene.github.as('author').close(1)
  writeFileSync(gate, '')
  const { outputs } = await step.done
  expect(scene.github.pull(1).reviews).toEqual([])
  expect(outputs.outcome).toBe('superseded')
  expect(outputs.reason).toContain('closed')
})

test('a pull that is retargeted while the agent works is reviewed against its new base', async () => {
  const scene = await stage()
  const gate = join(scene.folder, 'gate')
  const step = await working(scene, gate)
  scene.github.as('author').commit('next', { 'NEWS.md': 'next\n' }, { from: 'main' })
  scene.github.as('author').retarget(1, 'next')
  writeFileSync(gate, '')
  const { log } = await step.done
  expect(log).toContain('the base changed from "main" to "next"')
  expect(scene.github.pull(1).reviews).toHaveLength(1)
  expect(scene.github.pull(1).reviews[0]?.body).toContain('"base":"next"')
})

test('a new head whose own run waits in the queue is left to that run', async () => {
  const scene = await stage()
  const { github } = scene
  const step = await working(scene)
  const head = github.as('author').commit('topic', { 'src/more.js': 'export const more = 1\n' })
  const { act } = github.as('github-actions')
  createRun(act, { workflow: 1, name: 'review', event: 'pull_request', headSha: head, pulls: [1], inputs: {} })
  const { log, outputs } = await step.done
  expect(outputs, log).toMatchObject({ outcome: 'superseded', head })
  expect(log).toContain('is left to its own run, which is queued')
  expect(scene.agentStarts()).toBe(1)
  expect(github.pull(1).reviews).toEqual([])
})
