import { begin } from './begin.ts'
import { failureText } from './failure-text.ts'

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort('cancelled'))

// The rest of the program is large: it is loaded while the first read is on its way.
const rest = () => import('./run.ts')

try {
  const begun = await begin({ env: process.env, say: line => void process.stdout.write(`${line}\n`), stop: stop.signal })
  const { runAction } = await rest()
  process.exitCode = await runAction(begun)
} catch (error) {
  const { tellFailure } = await rest()
  await tellFailure(failureText(error))
  process.exitCode = 1
}
