type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

const reportKeys = ['sha', 'verdict', 'summary', 'findings', 'prior']
const findingKeys = ['title', 'body', 'path', 'line', 'startLine', 'side', 'severity', 'confidence', 'blocking', 'origin']
const priorKeys = ['id', 'disposition', 'reason']

const bare = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '')

/** Only the known keys, also when spelled `start_line` or `StartLine`; an exact spelling wins over another. */
export const pick = (fields: Fields, keys: string[]): Fields => {
  const byBareName = new Map(Object.entries(fields).map(([key, value]) => [bare(key), value]))
  const picked: Fields = {}
  for (const key of keys) {
    const value = (Object.hasOwn(fields, key) ? fields[key] : undefined) ?? byBareName.get(bare(key))
    if (value !== undefined) picked[key] = value
  }
  return picked
}

/** `Request_Changes` → `request-changes`; other words stay as they are, for the complaint to quote. */
export const wordOf = (value: unknown): unknown =>
  typeof value === 'string' && value.length < 40
    ? value
        .trim()
        .toLowerCase()
        .replace(/[\s_]+/g, '-')
    : value

const sideOf = (value: unknown): unknown => {
  if (value === undefined || value === null || value === '') return 'RIGHT'
  return typeof value === 'string' ? value.trim().toUpperCase() : value
}

const flagOf = (value: unknown): unknown => {
  const word = wordOf(value)
  if (word === 'true') return true
  return word === 'false' ? false : value
}

export const textOf = (value: unknown): unknown => value ?? ''

/** A line number counts from 1; what can be none (0, 3.5, -1, 1e99) is no line, and the finding keeps its file. */
const lineOf = (value: unknown): unknown => {
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'number') return value
  return Number.isSafeInteger(value) && value >= 1 ? value : null
}

const writtenLines = /^\s*L?(\d{1,9})(?:\s*(?:-|–|\.\.)\s*L?(\d{1,9}))?\s*$/i

/** `"12"` is line 12, `"42-45"` that range; other words name no line. */
const linesOf = (line: unknown, startLine: unknown): { line: unknown; startLine: unknown } => {
  if (typeof startLine === 'string') return linesOf(line, Number(writtenLines.exec(startLine)?.[1] ?? Number.NaN))
  if (typeof line !== 'string') {
    const [last, first] = [lineOf(line), lineOf(startLine)]
    return last === null ? { line: first, startLine: null } : { line: last, startLine: first }
  }
  const [, first = '', last] = writtenLines.exec(line) ?? []
  if (first === '') return linesOf(null, startLine)
  return last === undefined ? linesOf(Number(first), startLine) : linesOf(Number(last), Number(first))
}

const titleOf = (title: unknown, body: unknown): unknown => {
  if (typeof title === 'string' && title.trim() !== '') return title
  const first = typeof body === 'string' ? (body.trim().split('\n', 1)[0] ?? '') : ''
  return title === undefined || title === null || title === '' ? first.slice(0, 120) : title
}

export const coerceFinding = (candidate: unknown): unknown => {
  if (!isFields(candidate)) return candidate
  const found = pick(candidate, findingKeys)
  return {
    ...found,
    title: titleOf(found.title, found.body),
    body: textOf(found.body),
    path: typeof found.path === 'string' && found.path.trim() === '' ? null : (found.path ?? null),
    ...linesOf(found.line, found.startLine),
    side: sideOf(found.side),
    severity: wordOf(found.severity),
    confidence: wordOf(found.confidence ?? 'confirmed'),
    blocking: flagOf(found.blocking),
    origin: wordOf(found.origin ?? 'introduced'),
  }
}

const coercePrior = (candidate: unknown): unknown => {
  if (!isFields(candidate)) return candidate
  const found = pick(candidate, priorKeys)
  return { ...found, disposition: wordOf(found.disposition), reason: textOf(found.reason) }
}

export const each = (list: unknown, coerce: (entry: unknown) => unknown): unknown =>
  Array.isArray(list) ? list.map(coerce) : list

/** A list of exactly one is what it holds. */
export const only = (candidate: unknown): unknown =>
  Array.isArray(candidate) && candidate.length === 1 ? candidate[0] : candidate

export const shaText = (value: unknown): unknown => (typeof value === 'string' ? value.trim().toLowerCase() : value)

/**
 * Brings an answer into the schema's spelling where that cannot change its meaning:
 * - a list of exactly one object is that object; unknown keys are dropped, keys may be written `start_line`;
 * - words may differ in case and in `_` or blanks for `-`; `"true"` and `"false"` are flags;
 * - line numbers may be written (`"12"`, `"42-45"`, `"L12"`); what can be no line number is none, so that the finding moves to its file;
 * - missing: path, line and startLine are null, side RIGHT, body, summary and reason empty, a title the first line of the body,
 *   `prior` empty; confidence is `confirmed` and origin `introduced`, so that silence never makes a blocker less.
 * `sha`, `verdict`, `findings`, `severity` and `blocking` have no default.
 */
export const coerceReport = (candidate: unknown): unknown => {
  const answer = only(candidate)
  if (!isFields(answer)) return answer
  const found = pick(answer, reportKeys)
  return {
    ...found,
    sha: shaText(found.sha),
    verdict: wordOf(found.verdict),
    summary: textOf(found.summary),
    findings: each(found.findings, coerceFinding),
    prior: each(found.prior ?? [], coercePrior),
  }
}
