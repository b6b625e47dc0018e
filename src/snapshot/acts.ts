import { type Asked, allAsked } from './asked.ts'
import { endingOf } from './claims.ts'
import { speaks } from './cycle.ts'
import type { Facts } from './facts.ts'
import type { Instant, Login } from './ids.ts'
import type { Readings } from './readings.ts'
import { type Round, roundsOf } from './rounds.ts'
import type { Act, ActState, RebuildSettings, StatusComment, Verdict } from './snapshot.ts'

/**
 * The acts that verdicts and answers of ours list, with the time of the first one that does. `tamperedAt` = the newest
 * verdict or answer that another account edited: what it listed before is not known any more.
 */
export type Listed = {
  served: Map<string, Instant>
  refused: Map<string, Instant>
  closed: Set<string>
  tamperedAt: Instant
}

const listVerdict = (listed: Listed, verdict: Verdict): void => {
  if (verdict.edited) listed.tamperedAt = Math.max(listed.tamperedAt, verdict.at)
  const decides = speaks(verdict)
  for (const act of verdict.acts) {
    if (verdict.edited) listed.closed.add(act)
    else if (decides && !listed.served.has(act)) listed.served.set(act, verdict.at)
  }
}

export const listedBy = (verdicts: Verdict[], readings: Readings): Listed => {
  const listed: Listed = { served: new Map(), refused: new Map(), closed: new Set(), tamperedAt: 0 }
  for (const verdict of verdicts) listVerdict(listed, verdict)
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

type Past = Pick<ActsInput, 'facts' | 'listed' | 'status' | 'settings' | 'verdicts'> & { rounds: Round[] }

/** A round that may still be decided: what was said for an older head, or in an overtaken one, answers nothing any more. */
const isOpenRound = ({ rounds, facts }: Past, one: { head: string; base: string | null; occasion: string }): boolean =>
  one.head === facts.pull.head.oid &&
  one.base === facts.pull.base.ref &&
  !rounds.some(({ occasion, overtaken }) => occasion === one.occasion && overtaken)

/** By this member's own verdict: it has no more to do, and the panel still has. */
const hasAnswered = (asked: Asked, past: Past): boolean =>
  past.verdicts.some(
    one =>
      !one.edited &&
      !speaks(one) &&
      one.reviewer === past.settings.reviewer &&
      one.acts.includes(asked.id) &&
      isOpenRound(past, one),
  )

/** A member of a panel that failed on an act has given its answer: the others go on, and the panel tells what came of it. */
const hasFailedOn = (asked: Asked, past: Past): boolean => {
  const { status, settings } = past
  const claim = status?.edited === false ? status.marker.claim : null
  if (claim === null || !settings.panel.includes(status?.marker.reviewer ?? '')) return false
  return claim.acts.includes(asked.id) && endingOf(claim)?.kind === 'error' && claim.head === past.facts.pull.head.oid
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
  if (hasAnswered(asked, past) || hasFailedOn(asked, past)) return { kind: 'answered' }
  const state = permissionState(asked, past)
  return state.kind === 'open' && mayHaveBeenListed(asked, past) ? { kind: 'lost' } : state
}

/** In one second, by id: numbers grow, and the long ids of events come last. */
const inOrder = (a: Asked, b: Asked): number => a.at - b.at || a.id.length - b.id.length || (a.id < b.id ? -1 : 1)

type ActsInput = {
  facts: Facts
  settings: RebuildSettings
  verdicts: Verdict[]
  listed: Listed
  status: StatusComment | null
  others: StatusComment[]
}

/** The first time that this pull heard from us: its first verdict, or the first review that failed. */
const firstWord = ({ verdicts, status }: ActsInput): Instant | null => {
  const trusted = status?.edited === false ? status.marker : null
  const failed = trusted === null ? [] : trusted.history.filter(row => row.ending === 'error').map(row => row.at)
  const ending = trusted?.claim ? endingOf(trusted.claim) : null
  const times = [...verdicts.slice(0, 1).map(verdict => verdict.at), ...failed, ...(ending?.kind === 'error' ? [ending.at] : [])]
  return times.length === 0 ? null : times.reduce((first, at) => Math.min(first, at))
}

/** Everything people did that asks for a review, oldest first, each once, with what became of it, and the rounds that it gave rise to. */
export const actsOf = (input: ActsInput): { acts: Act[]; rounds: Round[] } => {
  const { facts, settings, listed, status, verdicts, others } = input
  const asked = allAsked({ facts, settings, served: listed.served, firstWordAt: firstWord(input) })
  const once = [...new Map(asked.map(act => [act.id, act])).values()].sort(inOrder)
  const statuses = status === null ? [] : [status]
  const rounds = roundsOf({ facts, statuses, others, panel: settings.panel, verdicts }, once)
  const past = { facts, listed, status, settings, verdicts, rounds }
  return { acts: once.map(act => ({ ...act, state: stateOf(act, past) })), rounds }
}

export const openActs = (acts: Act[]): Act[] => acts.filter(act => act.state.kind === 'open')

/** Whether a person asked: a listed bot's request is served, but lets nothing pass that bounds what runs without a person. */
export const isByPerson = (act: Act): boolean => act.kind !== 'bot-request'

/** The people whose permission must be asked before the acts can be judged. */
export const askersOf = (acts: Act[]): Login[] => [
  ...new Set(acts.filter(act => act.state.kind === 'needs-permission').map(act => act.by)),
]
