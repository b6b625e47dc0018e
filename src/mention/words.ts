/** What can be asked for, in the order in which `help` lists it. */
export const commands = ['review', 'pause', 'resume', 'status', 'dismiss', 'fix', 'self-review', 'help'] as const
export type Command = (typeof commands)[number]

/** How each command is written, for help and for refusals. */
export const usage: Record<Command, string> = {
  review: 'review [skill…] [max-cycles=N]',
  pause: 'pause',
  resume: 'resume',
  status: 'status',
  dismiss: 'dismiss FINDING WHY',
  fix: 'fix [FINDING…]',
  'self-review': 'self-review',
  help: 'help',
}

/** Edits (insert, delete, replace) from one word to the other; both are short. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [index, char] of [...a].entries()) {
    const next = [index + 1]
    for (const [at, other] of [...b].entries())
      next.push(Math.min((row[at] ?? 0) + (char === other ? 0 : 1), (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    row = next
  }
  return row[b.length] ?? 0
}

/** The first word that is no known name and was probably meant for one; any other word is talk. */
export const mistyped = (words: readonly string[], known: readonly string[]): { word: string; meant: string } | null => {
  for (const word of words) {
    const meant = known.includes(word) ? null : nearest(word, known)
    if (meant !== null) return { word, meant }
  }
  return null
}

/** The known word that was probably meant; `null` = none is near. */
export const nearest = (word: string, known: readonly string[]): string | null => {
  if (word.length > 40) return null
  const ranked = known
    .map(name => ({ name, far: distance(word.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.far - b.far)
  const best = ranked[0]
  return best !== undefined && best.far <= Math.max(1, Math.floor(best.name.length / 3)) ? best.name : null
}
