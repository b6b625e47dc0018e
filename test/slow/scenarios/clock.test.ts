import { expect, test } from 'vitest'
import { asksForFix } from '../../scenarios/reports.ts'
import { stage } from '../../scenarios/stage.ts'

test('what is stored has the server’s time, however far ahead the runner’s clock is', async () => {
  const scene = await stage({ answers: [asksForFix()], now: '2026-03-01T08:00:00Z' })
  await scene.run()
  const since = /"since":(\d+)/.exec(scene.github.pull(1).comments[0]?.body ?? '')?.[1]
  expect(Number(since)).toBe(Date.parse('2026-03-01T08:00:00Z') / 1000)
})
