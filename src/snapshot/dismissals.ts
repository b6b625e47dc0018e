import type { FindingState } from '../markers/schema.ts'
import { type ParsedRequest, parseRequests } from '../mention/parse.ts'
import { isOpen } from '../review/dismissed.ts'
import { isPerson } from './accounts.ts'
import { isOwnOutput, isUnedited } from './asked.ts'
import type { Authored, Facts } from './facts.ts'
import { loginOf } from './ids.ts'
import { askTest } from './may-ask.ts'
import type { Readings } from './readings.ts'
import type { Dismissal, RebuildSettings, Snapshot } from './snapshot.ts'

/**
 * What the newest readable verdict of each reviewer leaves open, and nobody has dismissed. What several members of a panel name is
 * one finding, and blocks when it does for one of them.
 */
export const dismissibleIn = ({ verdicts, dismissals }: Pick<Snapshot, 'verdicts' | 'dismissals'>): FindingState[] => {
  const gone = new Set(dismissals.filter(({ state }) => state === 'answered').map(({ finding }) => finding))
  const readable = verdicts.flatMap(({ reviewer, marker }) => (marker === null ? [] : [[reviewer, marker.findings] as const]))
  const open = [...new Map(readable).values()].flat().filter(({ id, status }) => isOpen(status) && !gone.has(id))
  const byId = new Map<string, FindingState>()
  for (const one of open) if (byId.get(one.id)?.blocking !== true) byId.set(one.id, one)
  return [...byId.values()]
}

type Source = { facts: Facts; settings: RebuildSettings }
type Dismiss = Extract<ParsedRequest, { command: 'dismiss' }>

/** Spares the lexer every other request. */
const DISMISS = /\bdismiss\b/i

/** Under which id an answer of ours lists the dismissals of a text: its other commands are answered apart. */
export const dismissalId = (act: string): string => `${act}/dismiss`

const recorded = (readings: Readings): { dismissals: Dismissal[]; answered: Set<string> } => {
  const answers = readings.comments.flatMap(({ reading }) =>
    reading.kind === 'ours' && reading.marker.kind === 'answer' ? [{ marker: reading.marker, edited: reading.edited }] : [],
  )
  return {
    answered: new Set(answers.flatMap(({ marker }) => marker.acts)),
    // An answer that another edited lets nothing go on, and the request it answered does not count again.
    dismissals: answers
      .filter(({ edited }) => !edited)
      .flatMap(({ marker }) => marker.dismissed ?? [])
      .map(({ finding, by, why }) => ({ finding, by: loginOf(by), why, state: 'answered' })),
  }
}

const isDismiss = (request: ParsedRequest): request is Dismiss => request.command === 'dismiss'

const askedBy = (fact: Authored, { facts, settings }: Source): Dismissal[] => {
  const { author } = fact
  if (!isPerson(author, settings.automationAccounts) || !isUnedited(fact) || isOwnOutput(fact, facts)) return []
  const { requests } = parseRequests(fact.body, { mention: settings.mention })
  return requests.filter(isDismiss).map(({ finding, why }) => ({ finding, by: author.login, why, state: 'asked' }))
}

/** What people dismissed, oldest first: as our answers recorded it, and requests that have no answer yet. */
export const dismissalsOf = (readings: Readings, source: Source): Dismissal[] => {
  const { facts, settings } = source
  const { dismissals, answered } = recorded(readings)
  const mayAsk = askTest(settings.mention)
  const among = (prefix: string, texts: Authored[]): Dismissal[] =>
    texts
      .filter(fact => DISMISS.test(fact.body) && mayAsk(fact.body) && !answered.has(dismissalId(`${prefix}${fact.id}`)))
      .flatMap(fact => askedBy(fact, source))
  return [
    ...dismissals,
    ...among('c', facts.comments),
    ...among(
      'r',
      facts.reviews.filter(review => review.submittedAt !== null),
    ),
    ...among(
      't',
      facts.threads.flatMap(thread => thread.comments),
    ),
  ]
}
