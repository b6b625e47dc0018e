import './own-event.ts'

import * as core from '@actions/core'
import { failureText, runAction, tellFailure } from './run.ts'

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort('cancelled'))

try {
  process.exitCode = await runAction({
    env: process.env,
    say: line => core.info(line),
    stop: stop.signal,
    remember: core.saveState,
  })
} catch (error) {
  await tellFailure(failureText(error))
  process.exitCode = 1
}
