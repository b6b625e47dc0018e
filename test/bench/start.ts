import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type StepOptions, startStep } from '../../src/runner/run-action.ts'
import { shippedDist } from '../harness/fresh-dist.ts'
import { durationsMs, median } from '../harness/median.ts'

const rounds = { times: 11, warmUp: 2 }

const bareNode = async (): Promise<void> => {
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit')
}

/** A GitHub that only notices when it is first asked. */
const listen = async () => {
  const server = createServer((_, response) => response.writeHead(401).end('{}'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // `address()` is a string only for pipes.
  const { port } = server.address() as AddressInfo
  return { server, apiUrl: `http://127.0.0.1:${port}` }
}

/** From the start of the action's process to its first request, over what Node itself needs to start and end. */
export const measure = async (): Promise<Record<string, number>> => {
  const { server, apiUrl } = await listen()
  const options: StepOptions = {
    entry: join(await shippedDist(), 'main.js'),
    event: { name: 'pull_request', payload: { action: 'opened', pull_request: { number: 7 } } },
    repository: 'octo/hello',
    inputs: { token: 'ghs_bench', pull: '7', mode: 'auto', reviewer: 'countersign' },
    state: {},
    env: { GITHUB_API_URL: apiUrl },
    workspace: null,
    node: process.execPath,
    timeoutMs: 20_000,
  }
  const toFirstRequest = async (): Promise<void> => {
    const asked = once(server, 'request').then(() => true)
    const step = startStep(options)
    const first = await Promise.race([asked, step.result.then(result => result.log)])
    if (first !== true) throw new Error(`The action ended before it asked GitHub anything. It said:\n${first}`)
    void step.result.finally(() => {})
    step.kill('SIGKILL')
  }
  try {
    const bareMs = median(await durationsMs(bareNode, rounds))
    const startMs = median(await durationsMs(toFirstRequest, rounds))
    return {
      bareNodeMs: bareMs,
      startToFirstRequestMs: startMs,
      startOverBareNodeMs: startMs - bareMs,
      startOverBareNodeRatio: startMs / bareMs,
    }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
