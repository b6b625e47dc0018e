import type { PriorFinding, ReviewMode } from '../review/decision.ts'
import { untrusted } from './untrusted.ts'

const isOpen = (prior: PriorFinding): boolean => prior.status === 'new' || prior.status === 'still-open'

const rowOf = (prior: PriorFinding): string => {
  const place = prior.path === null ? 'whole change' : `${prior.path}${prior.line === null ? '' : `:${prior.line}`}`
  return `${prior.id} | ${prior.severity}${prior.blocking ? ', blocking' : ''} | ${prior.status}${prior.by === undefined ? '' : ` (dismissed by ${prior.by})`} | ${place} | ${prior.title ?? ''}`
}

const listed = (priors: PriorFinding[], nonce: string): string =>
  untrusted(nonce, 'earlier findings: id | severity | status | place | title', priors.map(rowOf).join('\n'))

const disposing = `For each earlier finding that is open give one entry in "prior", with its id, no more and no less:
- "fixed": the cause is gone at this head; you looked at the code, not only at the commit message.
- "still-open": it is still there.
- "withdrawn": it was wrong; say why.
- "accepted-risk": the author has explained why it stays and that holds; say where.
Do not report an open earlier finding again as a new one. A decision that was taken before stands: do not ask for the opposite of what an earlier round asked for. A risk that was accepted before stays accepted, unless you have new evidence: then give it "still-open" and name the evidence in "reason". One that a person dismissed is settled: do not report it again.`

const converging = `This is a late round: changes were asked for at least twice. The aim is to finish. A new finding may block only when it is critical or high and was introduced or regressed by this pull request; everything else is a note. Do not raise what could have been raised before.`

/** What people with write access said in the thread of a finding, and who resolved it. */
export type Talk = { finding: string; resolvedBy: string | null; replies: { by: string; body: string }[] }

export type Remembered = { mode: ReviewMode; prior: PriorFinding[]; talk: Talk[]; nonce: string }

const LONGEST_REPLY = 1_000
const MOST_TALK = 20_000

const talkRows = ({ finding, resolvedBy, replies }: Talk): string =>
  [
    `${finding}${resolvedBy === null ? '' : ` | thread resolved by ${resolvedBy}`}`,
    ...replies.map(({ by, body }) => `${by}: ${body.slice(0, LONGEST_REPLY)}`),
  ].join('\n')

const talked = (talk: Talk[], nonce: string): string[] => {
  if (talk.length === 0) return []
  const text = talk.map(talkRows).join('\n\n').slice(0, MOST_TALK)
  return [
    'What people with write access said of open findings. A thread that was resolved is no proof that its cause is gone: look at the code.',
    untrusted(nonce, 'replies', text),
  ]
}

/** What this round is for, and what is known from the rounds before. */
export const modeSection = ({ mode, prior, talk, nonce }: Remembered): string => {
  if (mode === 'initial') return 'This is the first review of this pull request. "prior" is an empty list.'
  const open = prior.filter(isOpen)
  const closed = prior.filter(it => !isOpen(it)).slice(-50)
  return [
    mode === 'rereview'
      ? 'This pull request was reviewed before and has changed since. First say what became of the earlier findings, then review what changed.'
      : converging,
    open.length > 0
      ? disposing
      : 'No earlier finding is open: "prior" is an empty list, unless you have new evidence against an accepted risk.',
    ...(open.length > 0 ? ['Open earlier findings:', listed(open, nonce)] : []),
    ...talked(talk, nonce),
    ...(closed.length > 0 ? ['Closed earlier findings, for your knowledge:', listed(closed, nonce)] : []),
  ].join('\n\n')
}
