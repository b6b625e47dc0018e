/** Breaks a reference for machines, not for eyes. Hidden characters of others are gone before it is put in. */
const BREAK = '\u200b'

const ownEntities = new Set(['&lt;', '&gt;', '&amp;', '&quot;', '&#96;', '&#47;', '&#126;'])

const escaped: Record<string, string> = { '[': '\\[', ']': '\\]', '<': '&lt;', '`': '&#96;', '~': '&#126;', '&': '&amp;' }

const entityPattern = '&(?:#\\d{1,7}|#x[\\da-f]{1,6}|[a-z][a-z\\d]{1,31});'

/** Addresses, escaped signs, entities, signs of links, HTML and code, mentions, references, commands. */
const liveParts = new RegExp(
  [
    // An entity ends an address: a sign that was made a letter may stand there.
    `(?:https?:\\/\\/|www\\.)(?:(?!${entityPattern})[^\\s<>\`])+`,
    '\\\\[\\\\[\\]<`~&]',
    entityPattern,
    '[\\[\\]<`]',
    '@(?=[\\w-])',
    '#(?=\\d)',
    'GH-(?=\\d)',
    '(?<=^|[\\s>(])\\/(?=[a-z])',
    '~{3,}',
  ].join('|'),
  'gi',
)

const literalEntity = (found: string): string =>
  ownEntities.has(found.toLowerCase()) ? found : `&amp;${found.slice(1).replace(/^#(?=\d)/, `#${BREAK}`)}`

const pointsAtThread = /\/(?:issues|pull|pulls|discussions|commit|commits)\/[\da-f]/i

/** An address stays a plain one that can be clicked, but one of an issue or pull would leave a trace there. */
const plainUrl = (url: string): string => {
  const plain = url
    .replace(/[[\]@\\]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/#(?=\d)|GH-(?=\d)/gi, `$&${BREAK}`)
    .replace(/~{3,}/g, run => '%7E'.repeat(run.length))
  return pointsAtThread.test(plain) ? plain.replace(/https?:(?=\/\/)|www(?=\.)/gi, `$&${BREAK}`) : plain
}

const inertPart = (found: string): string => {
  const sign = escaped[found]
  if (sign !== undefined) return sign
  switch (found[0]) {
    case '\\':
      return escaped[found[1] ?? ''] ?? found
    case '&':
      return literalEntity(found)
    case '/':
      return '&#47;'
    case '~':
      return '&#126;'.repeat(found.length)
    case '@':
    case '#':
    case 'g':
    case 'G':
      return found + BREAK
    default:
      return plainUrl(found)
  }
}

/** Markdown text without code: no mention, reference, link, image, HTML or command in it does anything; emphasis stays. */
const inertText = (text: string): string => text.replace(liveParts, inertPart)

const markerOpening = /<!--/g

/** HTML comments in code stay readable, but no reader of raw text can take one for a marker. */
export const inertComments = (code: string): string => code.replace(markerOpening, `<${BREAK}!--`)

type Run = { at: number; length: number }

const isEscaped = (line: string, at: number): boolean => {
  let slashes = 0
  while (line[at - 1 - slashes] === '\\') slashes += 1
  return slashes % 2 === 1
}

/** Runs of backticks; one behind a backslash opens nothing, so its first backtick does not belong to the run. */
const runsOf = (line: string): Run[] => [...line.matchAll(/`+/g)].map(({ index, 0: run }) => ({ at: index, length: run.length }))

/** For each run the index of the next one of the same length. */
const partnersOf = (runs: Run[]): Map<number, number> => {
  const partners = new Map<number, number>()
  const last = new Map<number, number>()
  for (const [index, { length }] of runs.entries()) {
    const before = last.get(length)
    if (before !== undefined) partners.set(before, index)
    last.set(length, index)
  }
  return partners
}

/** Start and end of each code span of a line: a run and the next one of the same length, as CommonMark pairs them. */
const spansOf = (line: string): [number, number][] => {
  const runs = runsOf(line)
  const partners = partnersOf(runs)
  const spans: [number, number][] = []
  for (let index = 0; index < runs.length; index += 1) {
    const [opening, closing] = [runs[index], partners.get(index)]
    const end = closing === undefined ? undefined : runs[closing]
    if (!opening || !end || closing === undefined || isEscaped(line, opening.at)) continue
    spans.push([opening.at, end.at + end.length])
    index = closing
  }
  return spans
}

/**
 * One line of Markdown, inert outside its code spans. A span never reaches over a line end: its unpaired backticks are made
 * letters, so that GitHub pairs the rest as we do. `splitsAtBars`: the line may be a table row, where a bar ends a span.
 */
export const inertLine = (line: string, splitsAtBars: boolean): string => {
  const parts: string[] = []
  let from = 0
  for (const [start, end] of spansOf(line)) {
    const span = line.slice(start, end)
    if (splitsAtBars && span.includes('|')) continue
    parts.push(inertText(line.slice(from, start)), inertComments(span))
    from = end
  }
  return parts.join('') + inertText(line.slice(from))
}
