import type { GitFailure } from '../git/failure.ts'
import type { PullRun } from '../observe/context.ts'

/** Milliseconds before the second and the third try. */
const PAUSES_MS = [5_000, 30_000]
/** No try begins later than this after the first: git itself may take minutes to give one up. */
const LONGEST_MS = 600_000

type Answered<T> = Exclude<T, GitFailure>

/** `before` is asked ahead of each further try: what it answers is the end, null = go on. */
type Patience<T> = { pullRun: PullRun; stop: AbortSignal; before: () => Promise<Answered<T> | null> }

const isNoAnswer = (said: unknown): said is GitFailure =>
  typeof said === 'object' &&
  said !== null &&
  'kind' in said &&
  said.kind === 'git-failed' &&
  ['timeout', 'unreachable'].includes((said as GitFailure).why)

/** Asks a server of git up to three times while it does not answer: what an agent made is not lost to one lost connection. */
export const patiently = async <T>(ask: () => Promise<T>, { pullRun, stop, before }: Patience<T>): Promise<T> => {
  const { clock } = pullRun
  const begunMs = clock.nowMs()
  let said = await ask()
  for (const pauseMs of PAUSES_MS) {
    if (!isNoAnswer(said) || clock.nowMs() - begunMs > LONGEST_MS) return said
    pullRun.log(`git  ${said.message}; asked again in ${pauseMs / 1_000} s`)
    await clock.sleep(pauseMs, stop)
    if (stop.aborted) return said
    const end = await before()
    if (end !== null) return end
    said = await ask()
  }
  return said
}
