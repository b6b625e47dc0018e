import type { Claim, StatusMarker } from '../markers/schema.ts'
import type { Policy } from '../policy/schema.ts'
import type { Effect } from './effect.ts'

type WriteEnding = Extract<Effect, { kind: 'write-ending' }>

/** What is told outside of GitHub: agreement, the cap, a failure, a claim that was given up. Nothing else ever is. */
export type NoticeKind = Policy['notices'][number]

/** A notice that is to be recorded with the ending, and sent after that. */
export type Due = { kind: NoticeKind; key: string }

/** Its run died in the moment between the record and the answer. */
const UNSURE = '?'

const kindOf = ({ ending, flagged, silent }: WriteEnding): NoticeKind | null => {
  if (silent === true) return null
  if (flagged) return 'flagged'
  return ending === 'continues' || ending === 'terminated' ? null : ending
}

/** One for each kind, head, base and occasion: a person who asks again is told again. */
const keyOf = (kind: NoticeKind, { head, base, occasion }: Claim): string => [kind, head, base, occasion].join(' ')

export const isUnsure = (status: StatusMarker, key: string): boolean => status.notices.includes(`${key}${UNSURE}`)

export const dueNotice = (
  effect: WriteEnding,
  { status, claim, policy }: { status: StatusMarker; claim: Claim; policy: Policy },
): Due | null => {
  const kind = kindOf(effect)
  if (kind === null || !policy.notices.includes(kind)) return null
  const key = keyOf(kind, claim)
  return status.notices.includes(key) || isUnsure(status, key) ? null : { kind, key }
}

/** A recorded notice whose sender still holds its lock, although it is gone: nobody knows whether it was sent. */
export const unsureNotice = (status: StatusMarker | undefined, locks: number[]): string | null => {
  const sending = status?.sending
  return sending !== undefined && locks.includes(sending.lock) && status?.notices.includes(sending.notice) === true
    ? sending.notice
    : null
}

/** The status that says so; it is not sent again, since that might be the second time. */
export const asUnsure = ({ sending, ...status }: StatusMarker): StatusMarker => ({
  ...status,
  notices: status.notices.map(key => (key === sending?.notice ? `${key}${UNSURE}` : key)),
})
