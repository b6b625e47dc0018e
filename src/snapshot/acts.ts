import { readMarker } from '../markers/read.ts'
import { type ParsedRequest, parseRequests } from '../mention/parse.ts'
import { isPerson, isViewer } from './accounts.ts'
import type { Actor, Authored, Facts } from './facts.ts'
import { type Instant, type Login, loginOf } from './ids.ts'
import { newest } from './order.ts'
import { labelEvents } from './pause.ts'
import { markerContextOf, type Readings } from './readings.ts'
import type { Act, ActState, RebuildSettings, Verdict, WrittenRequest } from './snapshot.ts'

export type Asked = Omit<Act, 'state'>

/** The acts that verdicts and answers of ours list, with the time of the first one that does. */
export type Listed = { served: Map<string, Instant>; refused: Map<string, Instant>; closed: Set<string> }

export const listedBy = (verdicts: Verdict[], readings: Readings): Listed => {
  const listed: Listed = { served: new Map(), refused: new Map(), closed: new Set() }
  for (const verdict of verdicts)
    for (const act of verdict.acts) {
      if (verdict.edited) listed.closed.add(act)
      else if (!listed.served.has(act)) listed.served.set(act, verdict.at)
    }
  for (const { fact, reading } of readings.comments)
    if (reading.kind === 'ours' && reading.marker.kind === 'answer')
      for (const act of reading.marker.acts) if (!listed.refused.has(act)) listed.refused.set(act, fact.createdAt)
  return listed
}

const stateOf = (asked: Asked, listed: Listed, facts: Facts): ActState => {
  const served = listed.served.get(asked.id)
  if (served !== undefined) return { kind: 'served', at: served }
  const refused = listed.refused.get(asked.id)
  if (refused !== undefined) return { kind: 'refused', at: refused }
  if (listed.closed.has(asked.id)) return { kind: 'closed' }
  if (asked.kind !== 'request' && asked.kind !== 'resume') return { kind: 'open' }
  const permission = facts.permissions[asked.by]
  if (permission === undefined) return { kind: 'needs-permission' }
  return { kind: permission === 'admin' || permission === 'write' ? 'open' : 'not-allowed' }
}

type Where = WrittenRequest['where']
const prefixOf: Record<Where, string> = { comment: 'c', review: 'r', 'review-comment': 't' }

const isUnedited = (fact: Authored): boolean => fact.editedAt === null || (fact.editor !== null && fact.editor.login === fact.author?.login)

const askerOf = (fact: Authored, facts: Facts, settings: RebuildSettings): { kind: 'person' | 'bot'; login: Login } | null => {
  const author: Actor = fact.author
  if (author === null || !isUnedited(fact)) return null
  if (settings.trustedBots.includes(author.login) && !isViewer(author, facts.viewer)) return { kind: 'bot', login: author.login }
  return isPerson(author, settings.automationAccounts) ? { kind: 'person', login: author.login } : null
}

const isOwnOutput = (fact: Authored, facts: Facts, settings: RebuildSettings): boolean =>
  (fact.viewerDidAuthor || isViewer(fact.author, facts.viewer)) && readMarker(fact, markerContextOf(facts, settings)).kind !== 'none'

const isAsk = (request: ParsedRequest): request is Extract<ParsedRequest, { command: 'review' | 'resume' }> =>
  request.command === 'review' || request.command === 'resume'

const writtenBy = (fact: Authored, where: Where, source: { facts: Facts; settings: RebuildSettings }): Asked[] => {
  const { facts, settings } = source
  if (!fact.body.toLowerCase().includes(`@${settings.mention.toLowerCase()}`)) return []
  const asker = askerOf(fact, facts, settings)
  if (asker === null || isOwnOutput(fact, facts, settings)) return []
  const request = parseRequests(fact.body, { mention: settings.mention }).requests.find(isAsk)
  if (request === undefined) return []
  const text: WrittenRequest = {
    nodeId: fact.nodeId,
    commentId: fact.id,
    where,
    skills: request.command === 'review' ? request.skills : [],
    maxCycles: request.command === 'review' ? request.maxCycles : null,
    reacted: fact.reacted,
  }
  const kind = asker.kind === 'bot' ? 'bot-request' : request.command === 'resume' ? 'resume' : 'request'
  return [{ id: `${prefixOf[where]}${fact.id}`, kind, at: fact.createdAt, by: asker.login, text }]
}

const written = (facts: Facts, settings: RebuildSettings): Asked[] => {
  const source = { facts, settings }
  return [
    ...facts.comments.flatMap(fact => writtenBy(fact, 'comment', source)),
    ...facts.reviews.filter(fact => fact.submittedAt !== null).flatMap(fact => writtenBy(fact, 'review', source)),
    ...facts.threads.flatMap(thread => thread.comments).flatMap(fact => writtenBy(fact, 'review-comment', source)),
  ]
}

const labelActs = (facts: Facts, settings: RebuildSettings, firstVerdictAt: Instant | null): Asked[] => {
  const byPerson = (actor: Actor): actor is NonNullable<Actor> =>
    isPerson(actor, settings.automationAccounts) && !isViewer(actor, facts.viewer)
  const unlabels = labelEvents(facts, settings.labels.pause).flatMap(event =>
    event.kind === 'unlabeled' && byPerson(event.actor)
      ? [{ id: event.id, kind: 'unlabel' as const, at: event.at, by: event.actor.login, text: null }]
      : [],
  )
  const relabels = labelEvents(facts, settings.labels.ask).flatMap(event =>
    event.kind === 'labeled' && firstVerdictAt !== null && event.at > firstVerdictAt && byPerson(event.actor)
      ? [{ id: event.id, kind: 'relabel' as const, at: event.at, by: event.actor.login, text: null }]
      : [],
  )
  return [...unlabels, ...relabels]
}

const nativeRequest = (facts: Facts, firstVerdictAt: Instant | null): Asked[] => {
  const request = facts.pull.reviewRequest
  if (request === null || request.asCodeOwner || firstVerdictAt === null) return []
  return [{ id: `q${request.id}`, kind: 'review-request', at: facts.observedAt, by: loginOf(''), text: null }]
}

/** Everything people did that asks for a review, oldest first, with what became of it. */
export const actsOf = (facts: Facts, settings: RebuildSettings, past: { verdicts: Verdict[]; listed: Listed }): Act[] => {
  const firstVerdictAt = past.verdicts.length > 0 ? Math.min(...past.verdicts.map(verdict => verdict.at)) : null
  const asked = [...written(facts, settings), ...labelActs(facts, settings, firstVerdictAt), ...nativeRequest(facts, firstVerdictAt)]
  return asked.map(act => ({ ...act, state: stateOf(act, past.listed, facts) })).sort((a, b) => a.at - b.at)
}

export const openActs = (acts: Act[]): Act[] => acts.filter(act => act.state.kind === 'open')

/** The people whose permission must be asked before the acts can be judged. */
export const askersOf = (acts: Act[]): Login[] => [
  ...new Set(acts.filter(act => act.state.kind === 'needs-permission').map(act => act.by)),
]

export const newestAt = (acts: Act[]): Instant => newest(acts.map(act => act.at))
