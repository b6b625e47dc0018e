import { marked, type Token, type Tokens } from 'marked'

/** What a reader of the rendered page meets, by an independent parser: texts, code, and everything that does something. */
export type Shown = { texts: string[]; code: string[]; live: string[] }

const isLink = (token: Token): token is Tokens.Link => token.type === 'link'

/** A bare address in the text is a link to what it says. */
const isPlainAddress = (token: Tokens.Link): boolean => token.raw === token.text

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"' }
const decoded = (text: string): string =>
  text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (found, decimal, hex, name) => {
    if (name) return entities[name] ?? (name === 'commat' ? '@' : found)
    return String.fromCodePoint(Number.parseInt(decimal ?? hex, decimal ? 10 : 16))
  })

const walk = (tokens: Token[], shown: Shown): void => {
  for (const token of tokens) {
    if (token.type === 'code' || token.type === 'codespan') shown.code.push(token.text)
    else if (['html', 'image', 'def', 'checkbox'].includes(token.type) || (isLink(token) && !isPlainAddress(token)))
      shown.live.push(token.raw)
    else if (token.type === 'escape') shown.texts.push(token.text)
    else if (token.type === 'table') for (const cell of [...token.header, ...token.rows.flat()]) walk(cell.tokens, shown)
    else if (token.type === 'list') for (const item of token.items) walk(item.tokens, shown)
    else if ('tokens' in token && token.tokens) walk(token.tokens, shown)
    else if (token.type === 'text') shown.texts.push(decoded(token.raw))
  }
}

export const shownOf = (markdown: string): Shown => {
  const shown: Shown = { texts: [], code: [], live: [] }
  walk(marked.lexer(markdown), shown)
  return shown
}

const doing = [/(?:^|[^\w])@[a-z\d]/i, /#\d/, /\bGH-\d/i, /https?:\/\/\S*\/(?:issues|pull)\/\d/i]

/** What of the text would still notify, close, load, link or hide something on GitHub. */
export const liveIn = (markdown: string): string[] => {
  const { texts, live } = shownOf(markdown)
  return [...live, ...texts.filter(text => doing.some(sign => sign.test(text)))]
}
