import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cancelAsRunner, cancellation } from '../../src/runner/cancel.ts'
import { runJob, type StepOptions, startStep } from '../../src/runner/run-action.ts'

const options: StepOptions = {
  entry: join(import.meta.dirname, '../fixtures/actions/echo.mjs'),
  event: { name: 'pull_request', payload: { pull_request: { title: 'a\nb << c = d' } } },
  repository: 'octo/hello',
  inputs: { 'github-token': 'ghs_x' },
  state: {},
  env: {},
  workspace: null,
  node: process.execPath,
  timeoutMs: 10_000,
}

describe('a step runs as on the runner', () => {
  it('is given its event and inputs and answers through the command files', async () => {
    const { code, outputs, summary } = await startStep(options).result
    expect(code).toBe(0)
    expect(outputs).toMatchObject({ title: 'a\nb << c = d', plain: 'ghs_x', node: process.version })
    expect(summary).toBe('# Summary\n')
  })

  it('inherits nothing of our own environment but PATH', async () => {
    const { outputs } = await startStep(options).result
    const names = (outputs.names ?? '').split(' ')
    expect(names.filter(name => !/^(GITHUB|INPUT|RUNNER)_|^(CI|HOME|PATH|__CF.*)$/.test(name))).toEqual([])
  })

  it('hands the state of main to post', async () => {
    const { main, post } = await runJob(options, options.entry)
    expect([main.state.seen, post.state.seen]).toEqual(['x', 'xx'])
  })

  it('can be signalled while it works', async () => {
    const step = startStep({ ...options, inputs: { on: 'obey' } })
    await step.logged(/ready/)
    step.cancel()
    expect(await step.result).toMatchObject({ code: 3, signal: null, log: 'ready\ngot SIGINT\n' })
  })

  it('is killed at its time limit, and its result says so', async () => {
    const result = await startStep({ ...options, inputs: { on: 'stubborn' }, timeoutMs: 300 }).result
    expect(result).toMatchObject({ code: null, signal: 'SIGKILL', timedOut: true })
  })

  it('says what the log was when a step ends before the awaited line', async () => {
    await expect(startStep(options).logged(/never/)).rejects.toThrow('It said:\nready')
  })
})

describe('cancelling', () => {
  it('sends the three signals with the runner’s times, and none once the step has ended', () => {
    expect(cancellation.map(({ signal, afterMs }) => `${signal} ${afterMs}`)).toEqual([
      'SIGINT 0',
      'SIGTERM 7500',
      'SIGKILL 10000',
    ])
    const sent: string[] = []
    cancelAsRunner(signal => sent.push(signal)).stop()
    expect(sent).toEqual([])
  })
})
