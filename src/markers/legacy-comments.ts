/** What the HTML comments of the older family say, nothing judged yet. */
export type LegacyComments = {
  /** The first one's commit id as written; `null` = no verdict marker. */
  sha: string | null
  /** Every decision told, in order, lower case. */
  decisions: string[]
  /** The first verdict marker stands on the first line (or right inside a superseded body) and holds its own decision. */
  opensWithVerdict: boolean
  escalated: boolean
  reset: string | null
  carried: { from: string; to: string } | null
  superseded: boolean
}

type Line = { words: string[][]; isFirst: boolean }

const FENCE = /^ {0,3}(`{3,}|~{3,})/
/** What may stand before the old body on its line when it was collapsed. */
const WRAPPING = /^(?:<details(?: open)?>|<summary>[^<]*<\/summary>| |\t)+/

/** The HTML comments a line opens with, each as its words; none of what follows the first other text. */
const leadingComments = (line: string): string[][] => {
  const comments: string[][] = []
  let rest = line.replace(WRAPPING, '')
  while (rest.startsWith('<!-- ')) {
    const end = rest.indexOf(' -->')
    if (end < 0) break
    comments.push(rest.slice(5, end).split(' '))
    rest = rest.slice(end + 4).trimStart()
  }
  return comments
}

/** Lines that open with comments of the family; code and quotes do not. */
const familyLines = (body: string): Line[] => {
  const lines: Line[] = []
  let fence: string | null = null
  body.split('\n').forEach((line, index) => {
    const [, mark = ''] = FENCE.exec(line) ?? []
    if (mark !== '') fence = fence === null ? mark : mark.startsWith(fence) ? null : fence
    if (fence !== null || !line.includes('<!-- ')) return
    const words = leadingComments(line).filter(([name = '']) => name === 'pr-review-agent' || name.startsWith('decision='))
    if (words.length > 0) lines.push({ words, isFirst: index === 0 })
  })
  return lines
}

const fieldOf = (words: string[], name: string): string | null =>
  words.find(word => word.startsWith(`${name}=`))?.slice(name.length + 1) ?? null

const isVerdict = ([family, version, sha = '']: string[]): boolean =>
  family === 'pr-review-agent' && version === 'v1' && sha.startsWith('sha=')

const namesOf = (words: string[]): string => words.join(' ')

/** Reads the leading comments of every line outside code; time linear in the body's length. */
export const legacyComments = (body: string): LegacyComments => {
  const lines = body.includes('pr-review-agent') ? familyLines(body.replaceAll('\r\n', '\n')) : []
  const comments = lines.flatMap(line => line.words)
  const names = comments.map(namesOf)
  const verdicts = comments.filter(isVerdict)
  const first = verdicts[0] ?? null
  const superseded = names[0] === 'pr-review-agent superseded'
  const opener = superseded ? comments[1] : lines[0]?.isFirst ? comments[0] : undefined
  const carriage = comments.find(([family, word]) => family === 'pr-review-agent' && word === 'carry-forward')
  const risk = first === null ? null : fieldOf(first, 'risk')
  return {
    sha: first && (fieldOf(first, 'sha') ?? '').toLowerCase(),
    decisions: comments
      .filter(words => isVerdict(words) || words[0]?.startsWith('decision='))
      .flatMap(words => fieldOf(words, 'decision') ?? []),
    opensWithVerdict:
      first !== null && opener === first && fieldOf(first, 'decision') !== null && /^(?:low|medium|high)$/i.test(risk ?? ''),
    escalated: names.includes('pr-review-agent escalation') || names.includes('pr-review-agent human-escalation v1'),
    reset:
      comments
        .filter(([family, word]) => family === 'pr-review-agent' && word === 'human-escalation')
        .map(words => fieldOf(words, 'reset'))
        .find(reset => reset !== null) ?? null,
    carried: carriage ? { from: fieldOf(carriage, 'from') ?? '', to: fieldOf(carriage, 'to') ?? '' } : null,
    superseded,
  }
}
