/** Markup that may hide what stands before it: a tag, a table's cell, an entity, an escape, the end of a tag. */
const HIDING = /[<>|&\\]/
const CHECKBOX = /\[[ x]\]/gi

/** The text before `at` on its line, as it was written. */
const prefixOf = (body: string, at: number): string =>
  body.slice(Math.max(body.lastIndexOf('\n', at), body.lastIndexOf('\r', at)) + 1, at)

const isQuote = (prefix: string, body: string): boolean => /^[ \t]*>/.test(prefix) && !body.includes('<')

/** A command stands at the start of its line: words, code or a quote before the mention are seen without reading the page. */
const mayStartLine = (prefix: string, body: string): boolean => {
  if (isQuote(prefix, body)) return false
  return HIDING.test(prefix) || !/[a-z`]/i.test(prefix.replace(CHECKBOX, ''))
}

/** Whether a text can hold a command at all; `false` spares the lexer most of a long talk about us. Time is linear. */
export const askTest = (mention: string): ((body: string) => boolean) => {
  const name = new RegExp(`@${mention.replace(/[^a-z0-9]/gi, '\\$&')}`, 'gi')
  return body => {
    name.lastIndex = 0
    for (let match = name.exec(body); match !== null; match = name.exec(body))
      if (mayStartLine(prefixOf(body, match.index), body)) {
        return true
      }
    return false
  }
}
