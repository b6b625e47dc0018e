import { isUnedited } from './asked.ts'
import type { Authored, Facts } from './facts.ts'
import type { Login } from './ids.ts'
import type { WrittenRequest } from './snapshot.ts'

/** A text that an event told of, as it is on the pull now. `by: null` = an editor that is not shown. */
export type TextNow = { kind: 'gone' } | { kind: 'edited'; by: Login | null } | { kind: 'own'; body: string }

const among = ({ comments, reviews, threads }: Facts, where: WrittenRequest['where']): Authored[] => {
  if (where === 'comment') return comments
  return where === 'review' ? reviews : threads.flatMap(thread => thread.comments)
}

/** Only what its author wrote last is asked for: what another account made of it since is nobody's request. */
export const textNow = (facts: Facts, { where, id }: { where: WrittenRequest['where']; id: number }): TextNow => {
  const fact = among(facts, where).find(one => one.id === id)
  if (fact === undefined) return { kind: 'gone' }
  return isUnedited(fact) ? { kind: 'own', body: fact.body } : { kind: 'edited', by: fact.editor?.login ?? null }
}
