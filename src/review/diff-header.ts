import { type NamePair, splitGitRow, stripPrefixes, unquoteName } from './diff-path.ts'

/** What the rows between `diff --git` and the first hunk say. */
export type Header = {
  git: NamePair | null
  from: string | null
  to: string | null
  kind: 'added' | 'deleted' | 'renamed' | 'copied' | null
  oldMode: string | null
  newMode: string | null
  similarity: number | null
  oldBlob: string | null
  newBlob: string | null
}

export const emptyHeader = (): Header => ({
  git: null,
  from: null,
  to: null,
  kind: null,
  oldMode: null,
  newMode: null,
  similarity: null,
  oldBlob: null,
  newBlob: null,
})

const movedRow = /^(rename|copy) (from|to) (.*)$/s
const modeRow = /^(old|new|new file|deleted file) mode ([0-7]{6})/
const indexRow = /^index ([0-9a-f]{4,64})\.\.([0-9a-f]{4,64})(?: ([0-7]{6}))?$/
const similarityRow = /^similarity index (\d{1,3})%$/

const readMoved = (header: Header, line: string): boolean => {
  const [, verb, end, name = ''] = movedRow.exec(line) ?? []
  if (verb === undefined) return false
  header.kind = verb === 'rename' ? 'renamed' : 'copied'
  if (end === 'from') header.from = unquoteName(name)
  else header.to = unquoteName(name)
  return true
}

const readMode = (header: Header, line: string): boolean => {
  const [, which, mode = null] = modeRow.exec(line) ?? []
  if (which === undefined) return false
  if (which === 'new file') header.kind = 'added'
  if (which === 'deleted file') header.kind = 'deleted'
  if (which === 'old' || which === 'deleted file') header.oldMode = mode
  else header.newMode = mode
  return true
}

const readIndex = (header: Header, line: string): boolean => {
  const [, oldBlob = null, newBlob = null, mode = null] = indexRow.exec(line) ?? []
  if (oldBlob === null) return false
  header.oldBlob = oldBlob
  header.newBlob = newBlob
  if (mode !== null) {
    header.oldMode = mode
    header.newMode = mode
  }
  return true
}

/** Takes in one extended header row; false when the line is none. */
export const readHeaderRow = (header: Header, line: string): boolean => {
  if (readMoved(header, line) || readMode(header, line) || readIndex(header, line)) return true
  const similarity = similarityRow.exec(line)
  if (similarity) header.similarity = Number(similarity[1])
  return similarity !== null || line.startsWith('dissimilarity index ')
}

export const readGitRow = (text: string): NamePair | null => {
  const pair = splitGitRow(text)
  return pair && stripPrefixes(pair)
}
