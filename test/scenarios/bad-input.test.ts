import { expect, test } from 'vitest'
import { stage } from './stage.ts'

test.each([
  [
    'an unknown policy key',
    { policy: { 'max-cycle': 3 } },
    {},
    /countersign\.yml:\d+:\d+: max-cycle: found ".*"; expected .*max-cycles/,
  ],
  ['an unknown agent', {}, { inputs: { agents: 'nobody' } }, /agents: found "nobody"; expected one of claude, .*; correct/],
  ['a missing token', {}, { inputs: { token: '' } }, /token: found nothing; expected a token; /],
  ['a wrong pull number', {}, { inputs: { pull: '12abc' } }, /pull: found "12abc"; expected a whole number from 1 to/],
  [
    'an unreadable event',
    {},
    { env: { GITHUB_EVENT_PATH: '/nowhere/event.json' } },
    /event: found "\/nowhere\/event\.json", which cannot be read as JSON .*; expected/,
  ],
])('%s ends red and says found, expected, and what to do', async (_, options, run, words) => {
  const { github, run: start, agentStarts } = await stage(options)
  const step = await start(run)
  expect(step.code).toBe(1)
  expect(step.log).toMatch(words)
  expect(github.requests.writes).toEqual([])
  expect(agentStarts()).toBe(0)
})
