import type { Repository } from '../git/repository.ts'
import type { Sha } from '../snapshot/ids.ts'

export type Watch = { repository: Repository; number: number; head: Sha; everyMs: number }

/**
 * Asks the remote where the pull's head stands while an agent works, and calls `moved` once when it is another.
 * A remote that cannot be asked changes nothing: the head is read again before anything is published.
 */
export const watchHead = ({ repository, number, head, everyMs }: Watch, moved: () => void): { end: () => void } => {
  let ended = false
  const ask = async (): Promise<void> => {
    const at = await repository.remoteHead(`refs/pull/${number}/head`)
    if (ended) return
    if (at.kind === 'at' && at.sha !== null && at.sha !== head) {
      moved()
      return
    }
    timer = setTimeout(() => void ask(), everyMs)
  }
  let timer = setTimeout(() => void ask(), everyMs)
  return {
    end: () => {
      ended = true
      clearTimeout(timer)
    },
  }
}
