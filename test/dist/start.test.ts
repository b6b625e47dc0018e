import { describe, expect, it } from 'vitest'
import { type ActionOptions, runAction, runMain } from '../harness/run-action.ts'
import { pullEvent } from '../workflows/payloads.ts'

const nobody = 'http://127.0.0.1:9'
const options: ActionOptions = { event: { name: 'pull_request', payload: pullEvent('opened') }, apiUrl: nobody }

describe('the shipped bundles', () => {
  it('end red, with a sentence, where they cannot do anything', async () => {
    const { main, post } = await runAction({ ...options, inputs: { mode: 'nonsense' } })
    expect(main).toMatchObject({ code: 1, signal: null, timedOut: false })
    expect(main.log).toMatch(/::error::.*mode.*"nonsense".*expected/)
    expect(post).toMatchObject({ code: 0, signal: null })
  })

  it('refuse in the test what no workflow could pass', () => {
    expect(() => runMain({ ...options, inputs: { nonsense: '1' } })).toThrow('Input "nonsense" is not in action.yml.')
  })
})
