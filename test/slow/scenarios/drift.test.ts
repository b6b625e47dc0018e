import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { working } from '../../scenarios/acting.ts'
import { stage } from '../../scenarios/stage.ts'

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
