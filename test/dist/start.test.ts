import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { startStep } from '../../src/runner/run-action.ts'
import { freshDist } from '../harness/fresh-dist.ts'
import { type ActionOptions, runAction, runMain } from '../harness/run-action.ts'
import { stepOptions } from '../harness/step-options.ts'
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

  it('ask through the proxy that the runner names', async () => {
    const proxy = createServer().listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    // `address()` is a string only for pipes.
    const { port } = proxy.address() as AddressInfo
    const env = { HTTP_PROXY: `http://127.0.0.1:${port}` }
    const step = startStep(
      stepOptions({ dist: await freshDist(), entry: 'main' }, { ...options, apiUrl: 'http://github.invalid', env }),
    )
    const [request, socket] = await once(proxy, 'connect')
    expect(request.url).toBe('github.invalid:80')
    socket.destroy()
    step.kill('SIGKILL')
    await step.result
    proxy.close()
  })

  it('refuse in the test what no workflow could pass', () => {
    expect(() => runMain({ ...options, inputs: { nonsense: '1' } })).toThrow('Input "nonsense" is not in action.yml.')
  })
})
