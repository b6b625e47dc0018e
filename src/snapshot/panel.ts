import type { Claim, FindingState } from '../markers/schema.ts'
import { type Answer, type Combined, combine, isOpen } from '../panel/combine.ts'
import { PANEL } from '../panel/names.ts'
import type { Instant } from './ids.ts'
import type { Act, Snapshot, StatusComment, Verdict } from './snapshot.ts'

type Seated = Pick<Snapshot, 'panel' | 'reviewer'>

/** Whether this reviewer is one member of several, each with a run of its own. */
export const isMember = ({ panel, reviewer }: Seated): boolean => panel.includes(reviewer)

/** The reviewer whose verdict decides: the panel where there is one. */
export const speakerOf = ({ panel, reviewer }: Seated): string => (panel.length > 0 ? PANEL : reviewer)

/** The review that a run which asked all members left where too few could answer: it bears the first one's name, who had no run of its own. */
export const isOfOneRun = ({ reviewer, marker }: Pick<Verdict, 'reviewer' | 'marker'>): boolean =>
  reviewer !== PANEL && marker?.members !== undefined

/** The status comment of this reviewer beside those of the others, one each. */
export const seatsOf = ({ statuses, others }: Pick<Snapshot, 'statuses' | 'others'>): StatusComment[] => [
  ...statuses.slice(0, 1),
  ...others,
]

/** Requests that nobody answered yet: what a member has answered for itself is the panel's still to serve. */
export const unansweredActs = (snapshot: Snapshot): Act[] =>
  snapshot.acts.filter(({ state }) => state.kind === 'open' || (isMember(snapshot) && state.kind === 'answered'))

/** What one round of a panel is about. */
export type RoundKey = { head: string; base: string; occasion: string }

const isOf = (one: RoundKey | Verdict, key: RoundKey): boolean =>
  one.head === key.head && (one.base === null || one.base === key.base) && one.occasion === key.occasion

/** The members' own verdicts of one round, in the order of their submission. */
export const answersAt = ({ verdicts, panel }: Snapshot, key: RoundKey): Verdict[] =>
  verdicts.filter(one => panel.includes(one.reviewer) && isOf(one, key))

/** The first review of the round that is a review of its own: the others give their opinion on it. */
export const primaryAt = (snapshot: Snapshot, key: RoundKey): Verdict | undefined => {
  const own = answersAt(snapshot, key).filter(({ marker }) => marker === null || marker.role === 'anchor')
  return own.reduce<Verdict | undefined>((first, one) => (first === undefined || one.id < first.id ? one : first), undefined)
}

/** The panel's decision of the round, once it is published. */
export const decisionAt = ({ verdicts }: Pick<Snapshot, 'verdicts'>, key: RoundKey): Verdict | undefined =>
  verdicts.find(one => one.reviewer === PANEL && isOf(one, key))

/** A verdict as the combined decision reads it. */
export const answerOf = ({ reviewer, marker, edited, doubtful }: Verdict): Answer<FindingState> => ({
  member: reviewer,
  findings: marker?.findings ?? doubtful,
  confirms: marker?.opinion?.confirms ?? [],
  refutes: marker?.opinion?.refutes ?? [],
  edited,
})

/** What a person has dismissed since a member reported it blocks no more. */
const withDismissals = ({ dismissals }: Snapshot, answer: Answer<FindingState>): Answer<FindingState> => ({
  ...answer,
  findings: answer.findings.map(finding => {
    const by = dismissals.findLast(one => one.finding === finding.id && one.state === 'answered')?.by
    return by === undefined || !isOpen(finding) ? finding : { ...finding, status: 'accepted-risk', by }
  }),
})

/** What the members' verdicts of the round come to, the primary's first. */
export const combinedAt = (snapshot: Snapshot, key: RoundKey, quorum: number | null): Combined<FindingState> => {
  const primary = primaryAt(snapshot, key)
  const answers = answersAt(snapshot, key).sort((a, b) => Number(b === primary) - Number(a === primary) || a.id - b.id)
  return combine(
    answers.map(answer => withDismissals(snapshot, answerOf(answer))),
    { members: snapshot.panel, quorum },
  )
}

/** `writtenAt` = the server's time of the newest write of its status comment: when a member left that is when it did so. */
export type Rival = { member: string; commentId: number; claim: Claim; writtenAt: Instant }

/** A member's claim, if it is for this round. */
export const rivalOf = ({ id, createdAt, editedAt, marker }: StatusComment, key: RoundKey): Rival[] =>
  marker.claim !== null && isOf(marker.claim, key)
    ? [{ member: marker.reviewer, commentId: id, claim: marker.claim, writtenAt: editedAt ?? createdAt }]
    : []

/** The claims of the other members for this round, whatever became of them. */
export const rivalsAt = ({ others, panel }: Snapshot, key: RoundKey): Rival[] =>
  others.filter(({ marker }) => panel.includes(marker.reviewer)).flatMap(status => rivalOf(status, key))
