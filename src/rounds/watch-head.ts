import type { Repository } from '../git/repository.ts'
import type { Clock } from '../github/api.ts'
import type { Sha } from '../snapshot/ids.ts'

export type Watch = { repository: Repository; number: number; head: Sha; clock: Clock; everyMs: number }

/**
 * Asks the remote where the pull's head stands while an agent works, and calls `moved` once when it is another.
 * A remote that cannot be asked changes nothing: the head is read again before anything is published.
 */
export const watchHead = ({ repository, number, head, clock, everyMs }: Watch, moved: () => void): { end: () => void } => {
  const ended = new AbortController()
  const ask = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(everyMs, ended.signal)
      if (ended.signal.aborted) return
      const at = await repository.remoteHead(`refs/pull/${number}/head`)
      if (ended.signal.aborted) return
      if (at.kind === 'at' && at.sha !== null && at.sha !== head) return moved()
    }
  }
  void ask()
  return { end: () => ended.abort() }
}
