import { expect, test } from 'vitest'
import { asksForFix } from '../../scenarios/reports.ts'
import { stage } from '../../scenarios/stage.ts'

/** How many requests, git's included, one undisturbed review makes. */
const requestsOfOneRun = async (): Promise<number> => {
  const { github, run } = await stage({ answers: [asksForFix()] })
  await run()
  return github.requests.all.length
}

test('two runs interleaved at every request boundary start one agent and leave one verdict', async () => {
  const boundaries = await requestsOfOneRun()
  expect(boundaries).toBeGreaterThan(8)
  for (let boundary = 1; boundary <= boundaries; boundary++) {
    const { github, start, agentStarts, end } = await stage({ answers: [asksForFix()] })
    let seen = 0
    github.hooks.beforeRequest = async () => {
      seen++
      // The second run comes and goes whole while the first one waits with its request.
      if (seen === boundary) await start().done
    }
    const first = await start().done
    const where = `second run before request ${boundary} of the first\n${first.log}`
    expect(first.code, where).toBe(0)
    expect(agentStarts(), where).toBe(1)
    expect(github.pull(1).reviews.length, where).toBe(1)
    expect(github.pull(1).comments.length, where).toBe(1)
    expect(github.pull(1).reactions, where).toEqual([])
    await end()
    await github.stop()
  }
}, 600_000)
