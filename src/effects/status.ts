import { unknownCost } from '../agents/cost.ts'
import { statusBody } from '../comments/status.ts'
import { asUnsure, unsureNotice } from '../decide/notice.ts'
import { addStatus, editStatus, type StatusWritten } from '../github/writer.ts'
import { appendMarker } from '../markers/encode.ts'
import type { Claim, StatusMarker } from '../markers/schema.ts'
import { lockOf, type PullRun, placeOf } from '../observe/context.ts'
import { type View, viewOf } from '../observe/look.ts'
import { isByPerson } from '../snapshot/acts.ts'
import { endingOf } from '../snapshot/claims.ts'
import { dayOf } from '../snapshot/ids.ts'
import { isMember } from '../snapshot/panel.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { confirm, type Held, mineOf, sendHeld } from './held.ts'

const HISTORY = 20

const emptyUse = () => ({ life: 0, sinceEngagement: 0, noVerdict: 0, engagement: 0, perDay: {} })

/** The status as it stands, or the careful beginning of a new one: what verdicts prove counts as started. */
export const statusOf = (snapshot: Snapshot): StatusMarker => {
  const { facts, starts, spend } = snapshot
  const old = snapshot.statuses[0]
  const engaged = { starts: snapshot.engagement?.at ?? 0, spend: snapshot.reset?.at ?? 0 }
  if (old !== undefined && !old.edited)
    return {
      ...old.marker,
      starts: { ...old.marker.starts, ...starts, engagement: engaged.starts },
      spend: { ...old.marker.spend, ...spend, engagement: engaged.spend },
    }
  return {
    kind: 'status',
    repo: facts.repository.id,
    pull: facts.pull.number,
    reviewer: snapshot.reviewer,
    claim: null,
    starts: { ...emptyUse(), ...starts, engagement: engaged.starts },
    spend: { ...emptyUse(), ...spend, engagement: engaged.spend },
    // What an edited one says of them may stop us.
    startsPerAct: old?.marker.startsPerAct ?? {},
    errors: [],
    history: [],
    notices: [],
  }
}

const archived = (status: StatusMarker, at: number): StatusMarker['history'] => {
  const { claim } = status
  if (claim === null) return status.history
  const ending = endingOf(claim)
  const row = {
    at: ending?.at ?? at,
    head: claim.head,
    ending: ending?.kind ?? null,
    reason: claim.flagged ? 'flagged for a person' : (ending?.reason ?? 'the run ended without a word'),
    run: claim.run,
    recoveries: claim.recoveries,
  }
  return [...status.history, row].slice(-HISTORY)
}

/** The first start for a person's request begins a new row of starts without a verdict; a bot's request never does. */
const beginsRow = (snapshot: Snapshot, status: StatusMarker, { occasion }: Claim): boolean =>
  status.startsPerAct[occasion] === undefined && snapshot.acts.some(act => act.id === occasion && isByPerson(act))

/** What a dead owner of the lock `took` was about to send is not known to have been sent. */
const withoutSending = (status: StatusMarker, took: number | undefined): StatusMarker => {
  if (took !== undefined && unsureNotice(status, [took]) !== null) return asUnsure(status)
  const { sending: _, ...rest } = status
  return rest
}

/** A claim that nobody closed takes the estimate of its cost into the history with it. */
const spentUnclosed = ({ claim, spend }: StatusMarker, day: string): StatusMarker['spend'] => {
  if (claim === null || claim.flagged || endingOf(claim) !== null) return spend
  const { usd } = unknownCost
  return {
    ...spend,
    life: spend.life + usd,
    sinceEngagement: spend.sinceEngagement + usd,
    perDay: { [day]: (spend.perDay[day] ?? 0) + usd },
  }
}

/** A new claim on the status: the old one goes to the history, the start is counted (a run that asks a panel starts each member). */
export const claimed = (snapshot: Snapshot, claim: Claim, took?: number): StatusMarker => {
  const status = withoutSending(statusOf(snapshot), took)
  const day = dayOf(snapshot.facts.observedAt)
  const { starts } = status
  const begun = isMember(snapshot) || claim.role === 'fix' ? 1 : Math.max(1, snapshot.panel.length)
  return {
    ...status,
    claim,
    history: archived(status, snapshot.facts.observedAt),
    spend: spentUnclosed(status, day),
    starts: {
      life: starts.life + begun,
      sinceEngagement: starts.sinceEngagement + begun,
      // A fix is no try at a verdict.
      noVerdict: (beginsRow(snapshot, status, claim) ? 0 : starts.noVerdict) + (claim.role === 'fix' ? 0 : 1),
      engagement: starts.engagement,
      perDay: { [day]: (starts.perDay[day] ?? 0) + begun },
    },
    startsPerAct: {
      ...status.startsPerAct,
      ...Object.fromEntries(claim.acts.map(act => [act, (status.startsPerAct[act] ?? 0) + 1])),
    },
  }
}

/**
 * Writes the status comment and reads the pull back in the same request; the view that comes back permits the next writes.
 * Throws LockLost when the read shows that the lock or the claim is another's.
 */
export const writeStatus = async (pullRun: PullRun, held: Held, next: { view: View; status: StatusMarker }): Promise<View> => {
  const { view, status } = next
  const { snapshot, policy } = view
  const body = appendMarker(
    pullRun.scrub(statusBody({ status, snapshot, policy, place: placeOf(pullRun) })),
    status,
    pullRun.keys,
  )
  const write = { site: pullRun.site, lock: lockOf(pullRun).graphql, viewer: snapshot.facts.viewer }
  const known = snapshot.statuses[0]
  let readAtMs = pullRun.clock.nowMs()
  const send = (): Promise<StatusWritten> => {
    readAtMs = pullRun.clock.nowMs()
    return known === undefined
      ? addStatus(write, { pullNodeId: snapshot.facts.pull.nodeId, body })
      : editStatus(write, { id: known.id, nodeId: known.nodeId, body })
  }
  const written = await sendHeld(pullRun, held, send)
  held.nonce = status.claim?.nonce ?? held.nonce
  const after = await viewOf(pullRun, { ...written.facts, policy: snapshot.facts.policy }, { mine: mineOf(held), readAtMs })
  confirm(after, held)
  return after
}
