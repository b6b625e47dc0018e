import { lastLineOf, OPENING } from '../markers/text.ts'
import { parseRequests } from '../mention/parse.ts'
import { askIn } from '../mention/taken.ts'
import { isPerson, isTrustedAuthor, isViewer } from './accounts.ts'
import type { Actor, Authored, Facts } from './facts.ts'
import { type Instant, type Login, loginOf } from './ids.ts'
import { askTest } from './may-ask.ts'
import { isLabelEvent, labelEvents } from './pause.ts'
import type { Act, RebuildSettings, WrittenRequest } from './snapshot.ts'
import { isOwn } from './verdicts.ts'

export type Asked = Omit<Act, 'state'>

/** What acts are read from. `served` = the ids that verdicts list, with the time of the first that does; `firstWordAt` = our first verdict. */
export type AskedSource = { facts: Facts; settings: RebuildSettings; served: Map<string, Instant>; firstWordAt: Instant | null }

type Where = WrittenRequest['where']
const prefixOf: Record<Where, string> = { comment: 'c', review: 'r', 'review-comment': 't' }

export const isUnedited = (fact: Authored): boolean =>
  fact.editedAt === null || (fact.editor !== null && fact.editor.login === fact.author?.login)

type Asker = { kind: 'person' | 'bot'; login: Login }

/** A listed bot is an App, or an account that is listed as automation too: anybody can register a person of an App's name. */
const isListedBot = (author: NonNullable<Actor>, { trustedBots, automationAccounts }: RebuildSettings): boolean =>
  trustedBots.includes(author.login) && (author.kind === 'Bot' || automationAccounts.includes(author.login))

const askerOf = ({ author }: { author: Actor }, { facts, settings }: AskedSource): Asker | null => {
  if (author === null) return null
  if (isListedBot(author, settings)) return isViewer(author, facts.viewer) ? null : { kind: 'bot', login: author.login }
  return isPerson(author, settings.automationAccounts) ? { kind: 'person', login: author.login } : null
}

/** What we wrote ourselves: under a personal token only the marker tells it from the person's own words. */
export const isOwnOutput = (fact: Authored, facts: Facts): boolean =>
  isOwn(fact, facts) && lastLineOf(fact.body).line.startsWith(OPENING)

const textOf = (
  fact: Authored,
  where: Where,
  { skills, maxCycles }: Pick<WrittenRequest, 'skills' | 'maxCycles'>,
): WrittenRequest => ({
  nodeId: fact.nodeId,
  commentId: fact.id,
  where,
  skills,
  maxCycles,
  reacted: fact.reacted,
})

const writtenBy = (fact: Authored, where: Where, source: AskedSource): Asked[] => {
  const { facts, settings } = source
  const asker = isUnedited(fact) ? askerOf(fact, source) : null
  if (asker === null || isOwnOutput(fact, facts)) return []
  const request = askIn(parseRequests(fact.body, { mention: settings.mention }).requests)
  if (request === null) return []
  const kind = asker.kind === 'bot' ? 'bot-request' : request.command === 'resume' ? 'resume' : 'request'
  return [{ id: `${prefixOf[where]}${fact.id}`, kind, at: fact.createdAt, by: asker.login, text: textOf(fact, where, request) }]
}

const written = (source: AskedSource): Asked[] => {
  const { comments, reviews, threads } = source.facts
  const mayAsk = askTest(source.settings.mention)
  const among = (where: Where, facts: Authored[]): Asked[] =>
    facts.filter(fact => mayAsk(fact.body)).flatMap(fact => writtenBy(fact, where, source))
  const submitted = reviews.filter(fact => fact.submittedAt !== null)
  const inline = threads.flatMap(thread => thread.comments)
  return [...among('comment', comments), ...among('review', submitted), ...among('review-comment', inline)]
}

const isUntrusted = (facts: Facts, { automationAccounts }: RebuildSettings): boolean =>
  !isPerson(facts.pull.author, automationAccounts) || !isTrustedAuthor(facts)

/** The pause label taken off, the ask label set again. What a verdict lists stays an act when its label is deleted later. */
const labelActs = ({ facts, settings, served, firstWordAt }: AskedSource): Asked[] => {
  // Whose work is not reviewed unasked is asked for by the label the first time too.
  const isAgain = (at: Instant): boolean => (firstWordAt === null ? isUntrusted(facts, settings) : at > firstWordAt)
  const deleted = facts.timeline.filter(isLabelEvent).filter(event => event.label === null)
  return [
    ...labelEvents(facts, settings.labels.pause).filter(event => event.kind === 'unlabeled'),
    ...labelEvents(facts, settings.labels.ask).filter(
      event => event.kind === 'labeled' && (isAgain(event.at) || served.has(event.id)),
    ),
    ...deleted.filter(event => served.has(event.id)),
  ].flatMap(({ kind, id, at, actor }) =>
    isPerson(actor, settings.automationAccounts) && !isViewer(actor, facts.viewer)
      ? [{ id, kind: kind === 'unlabeled' ? ('unlabel' as const) : ('relabel' as const), at, by: actor.login, text: null }]
      : [],
  )
}

const NATIVE = 'q'
const nobody = loginOf('')

/** Who asked the viewer natively, at or before this time. GitHub's request does not say; the timeline may. */
const nativeAsker = (before: Instant, source: AskedSource): (Asker & { at: Instant }) | null => {
  const { facts } = source
  const event = facts.timeline.findLast(
    one => one.kind === 'review-requested' && one.at <= before && (one.reviewer === null || one.reviewer === facts.viewer.login),
  )
  if (event?.kind !== 'review-requested') return { kind: 'person', login: nobody, at: before }
  const asker = askerOf({ author: event.actor }, source)
  return asker === null ? null : { ...asker, at: event.at }
}

const nativeAct = (id: string, before: Instant, source: AskedSource): Asked[] => {
  const asker = nativeAsker(before, source)
  if (asker === null) return []
  return [{ id, kind: asker.kind === 'bot' ? 'bot-request' : 'review-request', at: asker.at, by: asker.login, text: null }]
}

/** The native request that came after our first word, and those that a verdict answered: GitHub forgets a request once it is answered. */
const nativeActs = (source: AskedSource): Asked[] => {
  const { reviewRequest } = source.facts.pull
  const answered = [...source.served].filter(([id]) => id.startsWith(NATIVE)).flatMap(([id, at]) => nativeAct(id, at, source))
  const id = reviewRequest === null ? '' : `${NATIVE}${reviewRequest.id}`
  const isPending = reviewRequest !== null && !reviewRequest.asCodeOwner && !source.served.has(id)
  const pending = isPending ? nativeAct(id, source.facts.observedAt, source) : []
  return [...answered, ...pending.filter(act => source.firstWordAt !== null && act.at > source.firstWordAt)]
}

/** Everything that asks for a review, whoever may ask. */
export const allAsked = (source: AskedSource): Asked[] => [...written(source), ...labelActs(source), ...nativeActs(source)]
