import { unknownCost } from '../agents/cost.ts'
import type { Effect } from '../decide/effect.ts'
import { verdictOf } from '../decide/settle.ts'
import type { Claim, StatusMarker } from '../markers/schema.ts'
import { noWrites, type OwnWrites } from '../observe/own-writes.ts'
import { endingOf } from '../snapshot/claims.ts'
import { dayOf } from '../snapshot/ids.ts'
import { newest } from '../snapshot/order.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { isOwn } from '../snapshot/verdicts.ts'
import { statusOf } from './status.ts'

type WriteEnding = Extract<Effect, { kind: 'write-ending' }>

/** What the claim has cost: added to the pull's spend once, with its ending. */
export type Cost = { usd: number; estimated: boolean }

/**
 * `sending` = the notice that is recorded with the ending, before the holder of that lock sends it. `own` = what this run wrote
 * since the last read: the escalation just before the ending is what the next reader must not miss.
 */
export type Closing = { claim: Claim; cost: Cost; sending?: { notice: string; lock: number } | null; own?: OwnWrites }
/** What a claim cost whose own run did not close it: what its verdict tells, what its ending added already, else the estimate. */
export const costOfDead = (snapshot: Snapshot, claim: Claim | null): Cost => {
  const none = { usd: 0, estimated: false }
  if (claim === null) return none
  const verdict = verdictOf(snapshot, claim)
  if (verdict !== undefined)
    return { usd: verdict.marker?.costUsd ?? unknownCost.usd, estimated: verdict.marker?.costEstimated ?? true }
  return endingOf(claim) === null ? unknownCost : none
}

const ERRORS = 20

const newestOwn = (snapshot: Snapshot, written: OwnWrites): { verdict: number | null; comment: number | null } => {
  const { facts, verdicts, statuses } = snapshot
  const own = verdicts.filter(verdict => !verdict.foreign)
  const comments = facts.comments.filter(one => isOwn(one, facts) && !statuses.some(status => status.id === one.id))
  const most = (list: { id: number }[]) => newest(list.map(one => one.id)) || null
  return { verdict: most([...own, ...written.reviews]), comment: most([...comments, ...written.comments]) }
}

/** Added to what stood there when the claim was written: the claim's own verdict tells the same cost once more. */
const spent = (status: StatusMarker, snapshot: Snapshot, cost: Cost): StatusMarker['spend'] => {
  const spend = snapshot.statuses[0]?.marker.spend ?? status.spend
  const day = dayOf(snapshot.facts.observedAt)
  const round = (usd: number) => Math.round(usd * 1e6) / 1e6
  return {
    ...spend,
    life: round(spend.life + cost.usd),
    sinceEngagement: round(spend.sinceEngagement + cost.usd),
    perDay: { [day]: round((spend.perDay[day] ?? 0) + cost.usd) },
  }
}

/** The snapshot with what this run has cost: what the ending will write down, for texts that are posted before it. */
export const withCost = (snapshot: Snapshot, cost: Cost): Snapshot => {
  if (cost.usd === 0) return snapshot
  const { life, sinceEngagement } = spent(statusOf(snapshot), snapshot, cost)
  return { ...snapshot, spend: { life, sinceEngagement } }
}

/** Starts without a verdict in a row: over with a verdict; a review that was overtaken does not count in it. */
const rowAfter = (
  status: StatusMarker,
  { role }: Claim,
  { hasVerdict, overtaken }: { hasVerdict: boolean; overtaken: boolean },
) => {
  if (role === 'fix') return status.starts.noVerdict
  if (hasVerdict) return 0
  return overtaken ? Math.max(0, status.starts.noVerdict - 1) : status.starts.noVerdict
}

/** The status with the claim closed. An ending that rests on a verdict ends the row of starts without one; an error closes the head. */
export const ended = (snapshot: Snapshot, effect: WriteEnding, closing: Closing): StatusMarker => {
  const { claim, cost, sending = null, own: written = noWrites() } = closing
  const { sending: _, ...status } = statusOf(snapshot)
  const own = newestOwn(snapshot, written)
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
    starts: { ...status.starts, noVerdict: rowAfter(status, claim, { hasVerdict, overtaken: effect.overtaken === true }) },
    spend: cost.usd > 0 ? spent(status, snapshot, cost) : status.spend,
    errors:
      effect.ending === 'error' && !status.errors.includes(claim.head)
        ? [...status.errors, claim.head].slice(-ERRORS)
        : status.errors,
    ...(sending === null ? {} : { notices: [...status.notices, sending.notice], sending }),
  }
}
