/** Tags whose content is code, somebody else's words, a link, struck out, or not shown at all. */
const hiding = new Set(
  'code pre kbd samp tt blockquote q a del s strike script style textarea title template svg math iframe noscript object select'.split(
    ' ',
  ),
)

/** What raw HTML has left open so far, over the whole page: a browser closes it later than the Markdown block ends. */
export type HtmlState = {
  isHidden: () => boolean
  tag: (name: string, closes: boolean) => void
  openComment: () => void
  closeComment: () => void
  inComment: () => boolean
}

export const htmlState = (): HtmlState => {
  const depths = new Map<string, number>()
  let hidden = 0
  let comment = false
  const count = (name: string, change: 1 | -1): void => {
    const depth = depths.get(name) ?? 0
    if (change < 0 && depth === 0) return
    depths.set(name, depth + change)
    hidden += change
  }
  return {
    isHidden: () => comment || hidden > 0,
    tag: (name, closes) => {
      if (hiding.has(name)) count(name, closes ? -1 : 1)
    },
    openComment: () => {
      comment = true
    },
    closeComment: () => {
      comment = false
    },
    inComment: () => comment,
  }
}

/** The longest tag that is understood; it also bounds how far any `<` is looked behind. */
const TAG_LIMIT = 1_000

/** Where a tag that starts at `start` ends (past its `>`); -1 = it is no tag. Quoted values may hold `>`. */
export const tagEnd = (text: string, start: number): number => {
  const limit = Math.min(text.length, start + TAG_LIMIT)
  let quote = ''
  for (let at = start + 1; at < limit; at++) {
    const char = text.charAt(at)
    if (quote !== '') {
      if (char === quote) quote = ''
    } else if (char === '"' || char === "'") quote = char
    else if (char === '>') return at + 1
    else if (char === '<') return -1
  }
  return -1
}

/** The tag's name in lower case and whether it closes; `null` = the `<` opens no tag. */
export const tagName = (text: string, start: number): { name: string; closes: boolean } | null => {
  const [, slash = '', name = ''] = /^<(\/?)([a-z][a-z0-9-]{0,30})/i.exec(text.slice(start, start + 40)) ?? []
  return name === '' ? null : { name: name.toLowerCase(), closes: slash !== '' }
}
