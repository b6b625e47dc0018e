import { begin } from './begin.ts'
import { failureText } from './failure-text.ts'

const stop = new AbortController()
/** The runner kills what is left after ten seconds: whatever still hangs then is given up in time, with a word. */
const LAST_MS = 6_500
const giveUp = async (): Promise<void> => {
  const { tellFailure } = await rest()
  await tellFailure('the run was cancelled, and GitHub did not answer any more', 'terminated')
  process.exit(1)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (!stop.signal.aborted) setTimeout(giveUp, LAST_MS).unref()
    stop.abort('cancelled')
  })

// The rest of the program is large: it is loaded while the first read is on its way.
const rest = () => import('./run.ts')

try {
  const begun = await begin({ env: process.env, say: line => void process.stdout.write(`${line}\n`), stop: stop.signal })
  const { runAction } = await rest()
  process.exitCode = await runAction(begun)
} catch (error) {
  const { tellFailure } = await rest()
  if (stop.signal.aborted) await tellFailure(`the run was cancelled: ${failureText(error)}`, 'terminated')
  else await tellFailure(failureText(error))
  process.exitCode = 1
}
