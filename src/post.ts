import { failureText } from './failure-text.ts'
import { readInputs } from './inputs.ts'
import { logLine } from './log.ts'
import { clearScratch, endLeftBehind } from './scratch.ts'
import { pullRunOf } from './wiring.ts'

// As the toolkit's `saveState` left them: empty when the main step let go of everything itself, as it nearly always does.
const { STATE_pull: pull, STATE_lock: lock, STATE_nonce: nonce, STATE_sent: sent } = process.env

const say = (line: string): void => void process.stdout.write(`${line}\n`)

await endLeftBehind(process.env)
await clearScratch(process.env)
if (pull && lock) {
  try {
    const { finish } = await import('./modes/finish.ts')
    const outside = { env: process.env, say, stop: new AbortController().signal }
    const left = { lock: Number(lock), nonce: nonce || null, sent: sent || null }
    await finish(pullRunOf(outside, readInputs(process.env), Number(pull)), left)
  } catch (error) {
    // The main step's own end is what counts: the next run finds and finishes what is left.
    const { warning } = await import('@actions/core')
    warning(logLine(`post: ${failureText(error)}`))
  }
}
