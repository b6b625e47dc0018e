import type { Repository } from '../git/repository.ts'
import type { Clock } from '../github/api.ts'
import type { Sha } from '../snapshot/ids.ts'

export type Watch = { repository: Repository; number: number; head: Sha; clock: Clock; everyMs: number; stop: AbortSignal }

/**
 * Asks the remote where the pull's head stands while an agent works, and calls `moved` once when it is another.
 * A remote that cannot be asked changes nothing: the head is read again before anything is published. Ends with the run: one that
 * is told to end waits for nothing any more.
 */
export const watchHead = ({ repository, number, head, clock, everyMs, stop }: Watch, moved: () => void): { end: () => void } => {
  const ended = new AbortController()
  const isOver = (): boolean => ended.signal.aborted || stop.aborted
  const ask = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(everyMs, ended.signal)
      if (isOver()) return
      const at = await repository.remoteHead(`refs/pull/${number}/head`)
      if (isOver()) return
      if (at.kind === 'at' && at.sha !== null && at.sha !== head) return moved()
    }
  }
  void ask()
  return { end: () => ended.abort() }
}
