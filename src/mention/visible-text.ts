import { Lexer, type Token, type Tokens } from 'marked'
import { type Page, pageOf } from './page.ts'

/** GitHub's own limit for a body; nothing behind it is read. */
const BODY_LIMIT = 65_536

/** Deeper nesting than this costs the lexer more than linear time; readers see it as nested all the same. */
const DEEPEST = 20
const WIDEST = 100

const CONTAINER = String.raw`[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))`
const PREFIX = new RegExp(`^(?:${CONTAINER})*[ \\t]*`)
const ONE = new RegExp(CONTAINER, 'g')
const WIDE = new RegExp(`[ \\t]{${WIDEST},}`, 'g')

/** The line with at most DEEPEST containers and WIDEST columns of blanks before its text. */
const tamed = (line: string): string => {
  const prefix = PREFIX.exec(line)?.[0] ?? ''
  const containers = prefix.match(ONE) ?? []
  if (containers.length <= DEEPEST && prefix.length <= WIDEST) return line
  const kept = containers.length <= DEEPEST ? prefix : `${containers.slice(0, DEEPEST).join('')} `
  return kept.replace(WIDE, ' '.repeat(WIDEST)) + line.slice(prefix.length)
}

/** Inline text is left unread: on hostile emphasis the lexer takes minutes. `null` = it gave up. */
const blocksOf = (body: string): { tokens: Token[]; links: string[] } | null => {
  const text = body.slice(0, BODY_LIMIT).replace(/\r\n?/g, '\n')
  try {
    const lexer = new Lexer({ gfm: true })
    const tokens = lexer.blockTokens(text.split('\n').map(tamed).join('\n'), [])
    return { tokens, links: Object.keys(lexer.tokens.links) }
  } catch {
    return null
  }
}

const proseTypes = ['paragraph', 'text', 'heading']

const walkTable = (table: Tokens.Table, page: Page): void => {
  for (const cell of [...table.header, ...table.rows.flat()]) page.cell(cell.text)
}

const walkBlock = (token: Token, page: Page): void => {
  if (token.type === 'html') page.html(token.raw)
  else if (token.type === 'table') walkTable(token as Tokens.Table, page)
  else if (token.type === 'list')
    walk(
      (token as Tokens.List).items.flatMap(item => item.tokens),
      page,
    )
  else if (token.type === 'blockquote') page.quoted(() => walk((token as Tokens.Blockquote).tokens, page))
  else if (proseTypes.includes(token.type)) page.inline((token as Tokens.Paragraph).text)
}

const walk = (tokens: Token[], page: Page): void => {
  for (const token of tokens) walkBlock(token, page)
}

/**
 * The plain text that readers of the rendered body see as its author's own words, line by line: no code, quotes,
 * link texts, HTML comments or tags. `￼` stands where something was left out of a line; in code spans, which begin with an invisible mark, it replaces `@`.
 * What `<details>` folds away renders, so it counts. Time is linear in the body, which is read up to 65,536 characters.
 */
export const visibleText = (body: string): string => {
  const blocks = blocksOf(body)
  if (blocks === null) return ''
  const page = pageOf(blocks.links)
  walk(blocks.tokens, page)
  return page.text()
}
