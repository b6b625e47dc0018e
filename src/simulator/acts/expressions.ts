/** The names that an expression may read. */
export type Scope = { [name: string]: unknown }

const lookUp = (scope: Scope, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null ? Object.entries(value).find(([name]) => name === key)?.[1] : undefined,
      scope,
    )

function term(text: string, scope: Scope): unknown {
  const literal = /^'((?:[^']|'')*)'$/.exec(text)
  if (literal) return (literal[1] ?? '').replaceAll("''", "'")
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  if (text === 'true' || text === 'false') return text === 'true'
  return lookUp(scope, text)
}

const anyOf = (text: string, scope: Scope): unknown => {
  let value: unknown
  for (const part of text.split('||')) {
    value = allOf(part, scope)
    if (value) return value
  }
  return value
}

const allOf = (text: string, scope: Scope): unknown => {
  let value: unknown
  for (const part of text.split('&&')) {
    value = term(part.trim(), scope)
    if (!value) return value
  }
  return value
}

/** Fills `${{ }}` in a run-name or a concurrency group: paths, literals, `||` and `&&`; anything else reads as empty. */
export const fill = (text: string, scope: Scope): string =>
  text.replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) => String(anyOf(expression, scope) ?? ''))
