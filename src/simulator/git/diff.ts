/** One file of a pull's diff, as `git diff -M --raw -z -p --full-index` tells it. */
export type FileDiff = {
  path: string
  previousPath: string | null
  status: 'added' | 'removed' | 'modified' | 'renamed' | 'copied' | 'changed'
  additions: number
  deletions: number
  blob: string
  /** From the first `@@` on; null for binary files, pure renames and mode changes. */
  patch: string | null
  hunks: Hunk[]
}

/** The lines that a hunk shows, by side. */
export type Hunk = { left: Set<number>; right: Set<number>; text: string[]; at: { left: number; right: number }[] }

const statusOf = (letter: string): FileDiff['status'] =>
  (({ A: 'added', D: 'removed', R: 'renamed', C: 'copied', T: 'changed' }) as const)[letter] ?? 'modified'

function hunkOf(header: RegExpMatchArray, lines: string[]): Hunk {
  const hunk: Hunk = { left: new Set(), right: new Set(), text: [], at: [] }
  let left = Number(header[1])
  let right = Number(header[2])
  for (const line of lines) {
    hunk.text.push(line)
    hunk.at.push({ left, right })
    if (line.startsWith('\\')) continue
    if (!line.startsWith('+')) hunk.left.add(left++)
    if (!line.startsWith('-')) hunk.right.add(right++)
  }
  return hunk
}

const header = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/

/** The hunks of one file's section; content lines never start with `@@`, so the split is exact. */
export function hunksOf(section: string): Hunk[] {
  const hunks: Hunk[] = []
  let open: { header: RegExpMatchArray; lines: string[] } | null = null
  const close = () => open && hunks.push(hunkOf(open.header, open.lines))
  for (const line of section.split('\n')) {
    const match = header.exec(line)
    if (match) {
      close()
      open = { header: match, lines: [] }
    } else if (open && line !== '') open.lines.push(line)
  }
  close()
  return hunks
}

type RawEntry = { status: string; path: string; previousPath: string | null; blob: string }

function rawEntries(fields: string[]): { entries: RawEntry[]; rest: number } {
  const entries: RawEntry[] = []
  let at = 0
  while (fields[at]?.startsWith(':')) {
    const [, , , blob = '', letters = 'M'] = (fields[at] ?? '').split(' ')
    const moved = letters.startsWith('R') || letters.startsWith('C')
    const first = fields[at + 1] ?? ''
    entries.push({
      status: letters.charAt(0),
      path: moved ? (fields[at + 2] ?? '') : first,
      previousPath: moved ? first : null,
      blob,
    })
    at += moved ? 3 : 2
  }
  return { entries, rest: at }
}

const countLines = (hunks: Hunk[], sign: string) =>
  hunks.reduce((sum, hunk) => sum + hunk.text.filter(line => line.startsWith(sign)).length, 0)

function fileOf(entry: RawEntry, section: string): FileDiff {
  const hunks = hunksOf(section)
  const start = section.indexOf('\n@@ ')
  return {
    path: entry.path,
    previousPath: entry.previousPath,
    status: statusOf(entry.status),
    additions: countLines(hunks, '+'),
    deletions: countLines(hunks, '-'),
    blob: entry.blob,
    patch: start < 0 ? null : section.slice(start + 1).replace(/\n$/, ''),
    hunks,
  }
}

/** Parses `git diff --raw -z -p`: NUL-ended entries, then the patches in the same order. */
export function parseDiff(output: string): FileDiff[] {
  const patchAt = output.indexOf('\0\0')
  const fields = (patchAt < 0 ? output : output.slice(0, patchAt)).split('\0')
  const { entries } = rawEntries(fields)
  const sections = (patchAt < 0 ? '' : output.slice(patchAt + 2)).split(/^(?=diff --git )/m).filter(section => section !== '')
  let next = 0
  return entries.map(entry => {
    const section = sections[next++] ?? ''
    // A change of type (file to link) is one entry and two sections.
    return fileOf(entry, entry.status === 'T' ? section + (sections[next++] ?? '') : section)
  })
}
