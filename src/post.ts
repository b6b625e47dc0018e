import './own-event.ts'

import * as core from '@actions/core'
import { readInputs } from './inputs.ts'
import { logLine } from './log.ts'
import { finish } from './modes/finish.ts'
import { failureText } from './run.ts'
import { pullRunOf } from './wiring.ts'

const [pull, lock, nonce] = ['pull', 'lock', 'nonce'].map(core.getState)

try {
  if (pull && lock) {
    const outside = {
      env: process.env,
      say: (line: string) => core.info(line),
      stop: new AbortController().signal,
      remember: () => {},
    }
    await finish(pullRunOf(outside, readInputs(process.env), Number(pull)), { lock: Number(lock), nonce: nonce || null })
  }
} catch (error) {
  // The main step's own end is what counts: the next run finds and finishes what is left.
  core.warning(logLine(`post: ${failureText(error)}`))
}
