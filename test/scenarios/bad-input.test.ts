import { expect, test } from 'vitest'
import { stage } from './stage.ts'

const event = { name: 'workflow_dispatch', payload: { inputs: {}, repository: { full_name: 'octo/hello' } } }

test.each([
  [
    'an unknown policy key',
    { policy: { 'max-cycle': 3 } },
    {},
    /countersign\.yml:\d+:\d+: max-cycle: found ".*"; expected .*max-cycles/,
  ],
  [
    'a policy value that would be endless',
    { policy: { 'max-cycles': 0 } },
    {},
    /max-cycles: found "0"; expected a whole number from 1 to 20/,
  ],
  ['a missing token', {}, { inputs: { token: '' } }, /token: found nothing; expected a token; /],
  ['a wrong pull number', {}, { inputs: { pull: '12abc' } }, /pull: found "12abc"; expected a whole number from 1 to/],
  [
    'a number that is no pull request',
    {},
    { inputs: { pull: '99' } },
    /pull: found "99", which is no pull request of octo\/hello; expected/,
  ],
  ['no pull at all', {}, { event }, /pull: found none in the input "pull" nor in the event "workflow_dispatch"; expected/],
  [
    'an unreadable event',
    {},
    { env: { GITHUB_EVENT_PATH: '/nowhere/event.json' } },
    /event: found "\/nowhere\/event\.json", which cannot be read as JSON .*; expected/,
  ],
  [
    'an event that starts nothing',
    {},
    { event: { ...event, name: 'push' } },
    /mode: found auto for the event "push"; expected one of/,
  ],
  ['an unknown mode', {}, { inputs: { mode: 'reveiw' } }, /mode: found "reveiw"; expected one of .*did you mean "review"/],
])('%s ends red and says found, expected, and what to do', async (_, options, run, words) => {
  const { github, run: start, agentStarts } = await stage(options)
  const step = await start(run)
  expect(step.code).toBe(1)
  expect(step.log).toMatch(words)
  expect(github.requests.writes).toEqual([])
  expect(agentStarts()).toBe(0)
})
