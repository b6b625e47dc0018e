import type { ParsedRequest } from './arguments.ts'

export type Ask = Extract<ParsedRequest, { command: 'review' | 'resume' }>

/** `left` = commands that cannot be done beside an earlier one of the same text: said, never done. */
export type Taken = { taken: ParsedRequest[]; left: ParsedRequest[] }

export const isAsk = (request: ParsedRequest): request is Ask => request.command === 'review' || request.command === 'resume'

/** A fix moves the head that a review would be of; a pause and its end are each the other's contrary. */
const RIVALS: [ParsedRequest['command'], ParsedRequest['command']][] = [
  ['fix', 'review'],
  ['fix', 'resume'],
  ['pause', 'resume'],
]

export const areRivals = (a: ParsedRequest, b: ParsedRequest): boolean =>
  RIVALS.some(([one, other]) => (a.command === one && b.command === other) || (a.command === other && b.command === one))

/** Which commands of one text are done: all in order, but of two rivals only the first. A fix that is refused is nobody's rival. */
export const takenOf = (requests: ParsedRequest[], canFix: boolean): Taken => {
  const parted: Taken = { taken: [], left: [] }
  const isRival = (request: ParsedRequest): boolean =>
    parted.taken.some(
      earlier => areRivals(earlier, request) && (canFix || (earlier.command !== 'fix' && request.command !== 'fix')),
    )
  for (const request of requests)
    if (isRival(request)) parted.left.push(request)
    else parted.taken.push(request)
  return parted
}

/** All that are to be mended are mended together. `null` = no fix is asked for; none named = all that are open. */
export const fixIn = (requests: ParsedRequest[]): string[] | null => {
  const fixes = requests.flatMap(request => (request.command === 'fix' ? [request.findings] : []))
  if (fixes.length === 0) return null
  return fixes.some(findings => findings.length === 0) ? [] : [...new Set(fixes.flat())]
}

/** What the review that a text asks for is to be, however many of its lines ask: one act. `null` = none asks. */
export const askIn = (
  requests: ParsedRequest[],
): { command: Ask['command']; skills: string[]; maxCycles: number | null } | null => {
  const { taken, left } = takenOf(requests, true)
  // Those that are left are answered with a word. Until that word stands they are an open request like any other.
  const asks = taken.some(isAsk) ? taken.filter(isAsk) : left.filter(isAsk)
  if (asks.length === 0) return null
  const reviews = asks.flatMap(ask => (ask.command === 'review' ? [ask] : []))
  return {
    command: asks.some(ask => ask.command === 'resume') ? 'resume' : 'review',
    skills: [...new Set(reviews.flatMap(({ skills }) => skills))],
    maxCycles: reviews.findLast(({ maxCycles }) => maxCycles !== null)?.maxCycles ?? null,
  }
}
