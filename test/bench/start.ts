import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { type StepOptions, startStep } from '../../src/runner/run-action.ts'
import { shippedDist } from '../harness/fresh-dist.ts'
import { durationsMs, median } from '../harness/median.ts'

const rounds = { times: 15, warmUp: 2 }

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

/** What a process has computed so far, in user and system mode, on all its threads; a second is cut into 100 ticks. */
const cpuMsOf = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/**
 * From the start of the action's process, fresh and without any cache, to its first request, over what Node itself needs to start
 * and end. Both take turns, so that a busy machine is as busy for one as for the other; CPU time does not depend on that.
 */
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
  const cpuMs: number[] = []
  const toFirstRequest = async (): Promise<void> => {
    const asked = once(server, 'request').then(() => true)
    const step = startStep(options)
    const first = await Promise.race([asked, step.result.then(result => result.log)])
    if (first !== true) throw new Error(`The action ended before it asked GitHub anything. It said:\n${first}`)
    if (process.platform === 'linux') cpuMs.push(cpuMsOf(step.pid))
    void step.result.finally(() => {})
    step.kill('SIGKILL')
  }
  const bare: number[] = []
  const start: number[] = []
  try {
    for (let at = 0; at < rounds.times; at++) {
      bare.push(...(await durationsMs(bareNode, { times: 1, warmUp: at === 0 ? rounds.warmUp : 0 })))
      start.push(...(await durationsMs(toFirstRequest, { times: 1, warmUp: at === 0 ? rounds.warmUp : 0 })))
    }
    return {
      bareNodeMs: median(bare),
      startToFirstRequestMs: median(start),
      startOverBareNodeMs: median(start) - median(bare),
      startOverBareNodeRatio: median(start) / median(bare),
      startCpuMs: median(cpuMs),
    }
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
