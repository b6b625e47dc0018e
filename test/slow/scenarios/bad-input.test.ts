import { expect, test } from 'vitest'
import { stage } from '../../scenarios/stage.ts'

const event = { name: 'workflow_dispatch', payload: { inputs: {}, repository: { full_name: 'octo/hello' } } }

test.each([
  [
    'a policy value that would be endless',
    { policy: { 'max-cycles': 0 } },
    {},
    /max-cycles: found "0"; expected a whole number from 1 to 20/,
  ],
  [
    'a number that is no pull request',
    {},
    { inputs: { pull: '99' } },
    /pull: found "99", which is no pull request of octo\/hello; expected/,
  ],
  [
    'a wrong kind of payload',
    {},
    { event: { name: 'pull_request', payload: [] } },
    /event: found a "pull_request" payload that is wrong at "the top"/,
  ],
  ['no pull at all', {}, { event }, /pull: found none in the input "pull" nor in the event "workflow_dispatch"; expected/],
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
