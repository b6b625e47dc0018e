import { type ParsedRequest, requestOf } from './arguments.ts'
import { CODE_BEGINS } from './page.ts'
import { visibleText } from './visible-text.ts'
import { type Command, commands, nearest } from './words.ts'

export type { ParsedRequest } from './arguments.ts'

/** `mention` is the name without `@`. */
export type MentionSettings = { mention: string }

/** One visible `@name`: what follows on its line, and the known command that line begins with, if any. */
export type Mention = { request: string; command: Command | null; startsLine: boolean }

export type ParsedMentions = {
  /** Somebody speaks to us: worth an answer, if only a hint. */
  asks: boolean
  mentions: Mention[]
  /** Commands to serve, in order; at most 10. */
  requests: ParsedRequest[]
  /** What to tell a person whose words were no command; `null` = nothing. */
  hint: string | null
}

const MOST_REQUESTS = 10

/**
 * GitHub's own border rule: logins are ASCII letters, digits and hyphens, so a letter of another script ends the name.
 * A longer name, a team (`org/name`), a mail address and a path are somebody else.
 */
const mentionPattern = (name: string): RegExp =>
  new RegExp(
    `(?<![A-Za-z0-9][_]{0,9}|[/@+=&%])@${name.replace(/[^a-z0-9]/gi, '\\$&')}(?:\\[bot\\])?(?![A-Za-z0-9/]|[-_.@]+[A-Za-z0-9])`,
    'gi',
  )

const commandOf = (request: string): Command | null => {
  const word = request
    .split(/\s/, 1)[0]
    ?.toLowerCase()
    .replace(/[.,;:!?)"'*_]{1,5}$/, '')
  return commands.find(command => command === word) ?? null
}

const mentionsOn = (line: string, pattern: RegExp): Mention[] =>
  [...line.matchAll(pattern)].slice(0, MOST_REQUESTS).map(match => {
    const request = line
      .slice(match.index + match[0].length)
      .replaceAll(CODE_BEGINS, '')
      .replace(/^[\s.,;:!?)"'’”*_]+/, '')
      .trim()
    return { request, command: commandOf(request), startsLine: /^[\s*_]*(?:\[[ x]\]\s+)?$/i.test(line.slice(0, match.index)) }
  })

const wordsAfter = ({ request }: Mention): string[] => request.split(/\s+/).slice(1, 200)

const hintFor = ({ request, command, startsLine }: Mention, name: string): string => {
  if (command !== null && !startsLine) return `To ask for it, write \`@${name} ${command}\` at the start of a line.`
  const word = request.split(/\s/, 1)[0] ?? ''
  const meant = nearest(word, commands)
  if (meant !== null) return `Did you mean \`@${name} ${meant}\`?`
  return `\`@${name} help\` lists what can be asked for.`
}

/** A stray word in prose needs no answer beside a request that was understood; a mistyped command line does. */
const hintOf = (mentions: Mention[], requests: ParsedRequest[], name: string): string | null => {
  const unread = mentions.filter(mention => mention.command === null || !mention.startsLine)
  const told =
    requests.length === 0 ? (unread.find(mention => mention.startsLine) ?? unread[0]) : unread.find(mention => mention.startsLine)
  return told === undefined ? null : hintFor(told, name)
}

/**
 * Finds what a text asks of us. A mention anywhere in the visible text *asks*; it is a *command* when it stands at the
 * start of its line (list bullets, headings and emphasis aside) and the first word after it is a known one. Any other
 * mention only yields a hint, so that prose never starts a run. `null` = an empty body. Case does not matter.
 */
export const parseRequests = (body: string | null, { mention: name }: MentionSettings): ParsedMentions => {
  const isNamed = body?.toLowerCase().includes(`@${name.toLowerCase()}`) ?? false
  const lines = isNamed ? visibleText(body ?? '').split('\n') : []
  const pattern = mentionPattern(name)
  const mentions = lines.flatMap(line => mentionsOn(line, pattern))
  const requests = mentions
    .flatMap(mention => (mention.startsLine && mention.command !== null ? requestOf(mention.command, wordsAfter(mention)) : []))
    .slice(0, MOST_REQUESTS)
  return { asks: mentions.length > 0, mentions, requests, hint: hintOf(mentions, requests, name) }
}
