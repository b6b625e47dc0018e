import { type Asked, allAsked } from './asked.ts'
import { endingOf } from './claims.ts'
import { speaks } from './cycle.ts'
import type { Facts } from './facts.ts'
import type { Instant, Login } from './ids.ts'
import type { Readings } from './readings.ts'
import type { Act, ActState, RebuildSettings, StatusComment, Verdict } from './snapshot.ts'

/**
 * The acts that verdicts and answers of ours list, with the time of the first one that does. `tamperedAt` = the newest
 * verdict or answer that another account edited: what it listed before is not known any more.
 */
export type Listed = {
  served: Map<string, Instant>
  refused: Map<string, Instant>
  /** By this member's own verdict: it has no more to do, and the panel still has. */
  answered: Set<string>
  closed: Set<string>
  tamperedAt: Instant
}

const listVerdict = (listed: Listed, verdict: Verdict, reviewer: string): void => {
  if (verdict.edited) listed.tamperedAt = Math.max(listed.tamperedAt, verdict.at)
  const decides = speaks(verdict)
  for (const act of verdict.acts) {
    if (verdict.edited) listed.closed.add(act)
    else if (decides && !listed.served.has(act)) listed.served.set(act, verdict.at)
    else if (!decides && verdict.reviewer === reviewer) listed.answered.add(act)
  }
}

export const listedBy = (verdicts: Verdict[], readings: Readings, { reviewer }: RebuildSettings): Listed => {
  const listed: Listed = { served: new Map(), refused: new Map(), answered: new Set(), closed: new Set(), tamperedAt: 0 }
  for (const verdict of verdicts) listVerdict(listed, verdict, reviewer)
  for (const { fact, reading } of readings.comments) {
    if (reading.kind !== 'ours' || reading.marker.kind !== 'answer') continue
    if (reading.edited) listed.tamperedAt = Math.max(listed.tamperedAt, fact.createdAt)
    for (const act of reading.marker.acts) if (!listed.refused.has(act)) listed.refused.set(act, fact.createdAt)
  }
  return listed
}

/** An act that carries nothing beyond "review this": the first verdict whose last read shows it lists it, and so answers it. */
export const isWithoutArguments = ({ text }: Pick<Act, 'text'>): boolean =>
  text === null || (text.skills.length === 0 && text.maxCycles === null)

type Past = { facts: Facts; listed: Listed; status: StatusComment | null; panel: string[] }

/** A member of a panel that failed on an act has given its answer: the others go on, and the panel tells what came of it. */
const hasFailedOn = (asked: Asked, { status, panel }: Past): boolean => {
  const claim = status?.edited === false ? status.marker.claim : null
  return (
    panel.includes(status?.marker.reviewer ?? '') && claim?.acts.includes(asked.id) === true && endingOf(claim)?.kind === 'error'
  )
}

/** A text of ours that another account edited may have listed the act: it is never served then, for edits never let us go on. */
const mayHaveBeenListed = (asked: Asked, { listed, status }: Past): boolean =>
  asked.at <= listed.tamperedAt && (isWithoutArguments(asked) || (status?.marker.startsPerAct[asked.id] ?? 0) > 0)

const permissionState = (asked: Asked, { facts }: Past): ActState => {
  const isKnown = asked.by !== '' && (asked.kind === 'request' || asked.kind === 'resume' || asked.kind === 'review-request')
  if (!isKnown) return { kind: 'open' }
  const permission = facts.permissions[asked.by]
  if (permission === undefined) return { kind: 'needs-permission' }
  return { kind: permission === 'admin' || permission === 'write' ? 'open' : 'not-allowed' }
}

const stateOf = (asked: Asked, past: Past): ActState => {
  const { listed } = past
  const served = listed.served.get(asked.id)
  if (served !== undefined) return { kind: 'served', at: served }
  const refused = listed.refused.get(asked.id)
  if (refused !== undefined) return { kind: 'refused', at: refused }
  if (listed.closed.has(asked.id)) return { kind: 'closed' }
  if (listed.answered.has(asked.id) || hasFailedOn(asked, past)) return { kind: 'answered' }
  const state = permissionState(asked, past)
  return state.kind === 'open' && mayHaveBeenListed(asked, past) ? { kind: 'lost' } : state
}

/** In one second, by id: numbers grow, and the long ids of events come last. */
const inOrder = (a: Act, b: Act): number => a.at - b.at || a.id.length - b.id.length || (a.id < b.id ? -1 : 1)

type ActsInput = { facts: Facts; settings: RebuildSettings; verdicts: Verdict[]; listed: Listed; status: StatusComment | null }

/** The first time that this pull heard from us: its first verdict, or the first review that failed. */
const firstWord = ({ verdicts, status }: ActsInput): Instant | null => {
  const trusted = status?.edited === false ? status.marker : null
  const failed = trusted === null ? [] : trusted.history.filter(row => row.ending === 'error').map(row => row.at)
  const ending = trusted?.claim ? endingOf(trusted.claim) : null
  const times = [...verdicts.slice(0, 1).map(verdict => verdict.at), ...failed, ...(ending?.kind === 'error' ? [ending.at] : [])]
  return times.length === 0 ? null : times.reduce((first, at) => Math.min(first, at))
}

/** Everything people did that asks for a review, oldest first, each once, with what became of it. */
export const actsOf = (input: ActsInput): Act[] => {
  const { facts, settings, listed, status } = input
  const asked = allAsked({ facts, settings, served: listed.served, firstWordAt: firstWord(input) })
  const once = [...new Map(asked.map(act => [act.id, act])).values()]
  return once.map(act => ({ ...act, state: stateOf(act, { facts, listed, status, panel: settings.panel }) })).sort(inOrder)
}

export const openActs = (acts: Act[]): Act[] => acts.filter(act => act.state.kind === 'open')

/** Whether a person asked: a listed bot's request is served, but lets nothing pass that bounds what runs without a person. */
export const isByPerson = (act: Act): boolean => act.kind !== 'bot-request'

/** The people whose permission must be asked before the acts can be judged. */
export const askersOf = (acts: Act[]): Login[] => [
  ...new Set(acts.filter(act => act.state.kind === 'needs-permission').map(act => act.by)),
]
