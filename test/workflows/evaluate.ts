import './json-imports.ts'
import { data, Evaluator, Lexer, Parser } from '@actions/expressions'
import { isBasicExpression, isMapping, isScalar, isSequence } from '@actions/workflow-parser'
import type { TemplateToken } from '@actions/workflow-parser/templates/tokens/index'

/** What the expressions of a workflow may read: `github`, `inputs`, `vars`, … Missing keys read as null, as on GitHub. */
export type Contexts = Record<string, unknown>

const toPlain = (value: data.ExpressionData): unknown => JSON.parse(JSON.stringify(value, data.replacer))
const fromPlain = (value: unknown): data.Dictionary => {
  const read: unknown = JSON.parse(JSON.stringify(value), data.reviver)
  if (!(read instanceof data.Dictionary)) throw new Error('Contexts are expected as an object.')
  return read
}

// The jobs before this one went well, and nobody cancelled.
const statusFunctions = [
  ['success', true],
  ['always', true],
  ['failure', false],
  ['cancelled', false],
] as const

const functions = statusFunctions.map(([name, answer]) => ({
  name,
  description: '',
  minArgs: 0,
  maxArgs: 0,
  call: () => new data.BooleanData(answer),
}))

/** The value of one expression, without the `${{ }}` around it. */
export const evaluate = (expression: string, contexts: Contexts): unknown => {
  const tree = new Parser(new Lexer(expression).lex().tokens, Object.keys(contexts), functions).parse()
  return toPlain(new Evaluator(tree, fromPlain(contexts), new Map(functions.map(one => [one.name, one]))).evaluate())
}

/** Whether a condition lets a job run: GitHub's own idea of what is true. */
export const holds = (expression: string, contexts: Contexts): boolean => evaluate(`!!(${expression})`, contexts) === true

/** A piece of a workflow as plain data, its expressions evaluated. */
export const resolve = (token: TemplateToken | undefined, contexts: Contexts): unknown => {
  if (token === undefined) return undefined
  if (isBasicExpression(token)) return evaluate(token.expression, contexts)
  if (isSequence(token)) return Array.from({ length: token.count }, (_, at) => resolve(token.get(at), contexts))
  if (isMapping(token)) return Object.fromEntries([...token].map(({ key, value }) => [key.toString(), resolve(value, contexts)]))
  return isScalar(token) ? token.toString() : null
}

/** The values of a mapping as texts, as `with:` passes them. */
export const texts = (token: TemplateToken | undefined, contexts: Contexts): Record<string, string> => {
  const found = resolve(token, contexts)
  return typeof found === 'object' && found !== null
    ? Object.fromEntries(Object.entries(found).map(([name, value]) => [name, String(value ?? '')]))
    : {}
}
