import type { Effect } from '../decide/effect.ts'
import { verdictOf } from '../decide/settle.ts'
import type { Claim, StatusMarker } from '../markers/schema.ts'
import { isViewer } from '../snapshot/accounts.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { dayOf, statusOf } from './status.ts'

type WriteEnding = Extract<Effect, { kind: 'write-ending' }>

/** What the claim has cost: added to the pull's spend once, with its ending. */
export type Cost = { usd: number; estimated: boolean }

const ERRORS = 20

const newestOwn = (snapshot: Snapshot): { verdict: number | null; comment: number | null } => {
  const { facts, verdicts, statuses } = snapshot
  const own = verdicts.filter(verdict => !verdict.foreign && facts.reviews.some(review => review.id === verdict.id)).map(verdict => verdict.id)
  const comments = facts.comments.filter(one => (one.viewerDidAuthor || isViewer(one.author, facts.viewer)) && !statuses.some(status => status.id === one.id))
  const most = (ids: number[]) => (ids.length > 0 ? Math.max(...ids) : null)
  return { verdict: most(own), comment: most(comments.map(one => one.id)) }
}

/** Added to what stood there when the claim was written: the claim's own verdict tells the same cost once more. */
const spent = (status: StatusMarker, snapshot: Snapshot, cost: Cost): StatusMarker['spend'] => {
  const spend = snapshot.statuses[0]?.marker.spend ?? status.spend
  const day = dayOf(snapshot)
  const round = (usd: number) => Math.round(usd * 1e6) / 1e6
  return {
    ...spend,
    life: round(spend.life + cost.usd),
    sinceEngagement: round(spend.sinceEngagement + cost.usd),
    perDay: { [day]: round((spend.perDay[day] ?? 0) + cost.usd) },
  }
}

/** The status with the claim closed. An ending that rests on a verdict ends the row of starts without one; an error closes the head. */
export const ended = (snapshot: Snapshot, effect: WriteEnding, closing: { claim: Claim; cost: Cost }): StatusMarker => {
  const { claim, cost } = closing
  const status = statusOf(snapshot)
  const own = newestOwn(snapshot)
  const hasVerdict = verdictOf(snapshot, claim) !== undefined
  const closed: Claim = effect.flagged
    ? { ...claim, flagged: true }
    : {
        ...claim,
        ending: {
          kind: effect.ending,
          at: snapshot.facts.observedAt,
          reason: effect.reason.slice(0, 300),
          run: claim.run,
          nonce: claim.nonce,
          lastVerdict: own.verdict,
          lastComment: own.comment,
        },
      }
  return {
    ...status,
    claim: closed,
    starts: hasVerdict ? { ...status.starts, noVerdict: 0 } : status.starts,
    spend: cost.usd > 0 ? spent(status, snapshot, cost) : status.spend,
    errors: effect.ending === 'error' && !status.errors.includes(claim.head) ? [...status.errors, claim.head].slice(-ERRORS) : status.errors,
  }
}
