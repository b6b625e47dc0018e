import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { NoDeprecatedCustomRule, parse, validate } from 'graphql'
import { schema } from '../../src/simulator/graphql/execute.ts'
import type { Exchange } from '../../src/simulator/site.ts'

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null
type Node = Record<string, Json>

const isNode = (value: Json | undefined): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value)
const nodeAt = (value: Json | undefined): Node => (isNode(value) ? value : {})

/** OpenAPI 3.0's `nullable` as JSON Schema says it; ajv knows it only beside a plain `type`. */
function withoutNullable(schema: Json): void {
  if (Array.isArray(schema)) {
    schema.forEach(withoutNullable)
    return
  }
  if (!isNode(schema)) return
  Object.values(schema).forEach(withoutNullable)
  if (schema.nullable !== true) return
  delete schema.nullable
  const { type, enum: values } = schema
  if (typeof type === 'string') {
    schema.type = [type, 'null']
    if (Array.isArray(values) && !values.includes(null)) schema.enum = [...values, null]
    return
  }
  const rest = { ...schema }
  for (const key of Object.keys(schema)) delete schema[key]
  schema.anyOf = [rest, { type: 'null' }]
}

/** Where GitHub answers null and its description forgets it: deleted forks, outdated comments. */
function allowNulls(spec: Node): void {
  const schemas = nodeAt(nodeAt(spec.components).schemas)
  const allow = (properties: Node, name: string) => {
    properties[name] = { anyOf: [properties[name] ?? {}, { type: 'null' }] }
  }
  const propertiesOf = (name: string) => nodeAt(nodeAt(schemas[name]).properties)
  for (const name of ['pull-request', 'pull-request-simple']) allow(nodeAt(nodeAt(propertiesOf(name).head).properties), 'repo')
  for (const name of ['pull-request-review-comment', 'review-comment'])
    for (const field of ['line', 'position']) allow(propertiesOf(name), field)
}

const pointer = (text: string) => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'))
const greedy = new Set(['path', 'ref', 'basehead', 'branch'])

function routesOf(paths: Node) {
  const literals = (path: string) => path.split('/').filter(part => part !== '' && !part.startsWith('{')).length
  return Object.keys(paths)
    .map(path => ({
      path,
      expression: new RegExp(`^${path.replace(/\{(\w+)\}/g, (_, name: string) => (greedy.has(name) ? '.+?' : '[^/]+'))}/?$`),
    }))
    .sort((a, b) => literals(b.path) - literals(a.path))
}

type Rest = { spec: Node; routes: ReturnType<typeof routesOf>; errorsOf: (schema: string, value: unknown) => string[] }

function readRest(): Rest {
  const spec: Node = JSON.parse(readFileSync(new URL('../fixtures/github/openapi.json', import.meta.url), 'utf8'))
  allowNulls(spec)
  withoutNullable(spec)
  // GitHub's own answers break `uri` and `date-time` now and then.
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    validateSchema: false,
    validateFormats: false,
    inlineRefs: false,
    code: { optimize: false },
  })
  ajv.addSchema({ $id: 'gh', ...spec })
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>()
  const errorsOf = (reference: string, value: unknown): string[] => {
    const check = compiled.get(reference) ?? ajv.compile({ $ref: reference })
    compiled.set(reference, check)
    return check(value) ? [] : (check.errors ?? []).map(error => `${error.instancePath || '/'} ${error.message}`)
  }
  return { spec, routes: routesOf(nodeAt(spec.paths)), errorsOf }
}

/** What a `$ref` stands for. */
function resolved({ spec }: Rest, value: Json | undefined): Node {
  const node = nodeAt(value)
  if (typeof node.$ref !== 'string') return node
  return nodeAt(
    node.$ref
      .slice(2)
      .split('/')
      .reduce<Json>((at, key) => nodeAt(at)[key] ?? null, spec),
  )
}

/** The place of the JSON schema of a request or an answer; null = it has none. */
function schemaOf(rest: Rest, holder: Json | undefined, keys: string[]): string | null {
  const reference = nodeAt(holder).$ref
  const base = typeof reference === 'string' ? reference.slice(2).split('/') : keys
  const json = nodeAt(nodeAt(resolved(rest, holder).content)['application/json']).schema
  return json === undefined ? null : `gh#/${[...base, 'content', 'application/json', 'schema'].map(pointer).join('/')}`
}

type Described = { rest: Rest; path: string; method: string; operation: Node }

function queryErrors({ rest, path, operation }: Described, query: URLSearchParams): string[] {
  const shared = nodeAt(nodeAt(rest.spec.paths)[path]).parameters
  const lists = [shared, operation.parameters].flatMap(list => (Array.isArray(list) ? list : []))
  const known = lists.map(parameter => resolved(rest, parameter)).filter(parameter => parameter.in === 'query')
  const names = new Set(known.map(parameter => parameter.name))
  return [...query.keys()].filter(key => !names.has(key)).map(key => `query: unknown parameter ${key}`)
}

function bodyErrors({ rest, path, method, operation }: Described, { request, answer }: Exchange): string[] {
  const schema = schemaOf(rest, operation.requestBody, ['paths', path, method, 'requestBody'])
  // What GitHub refuses may break its own rules.
  if (schema === null || request.body === undefined || answer.status >= 400) return []
  return rest.errorsOf(schema, request.body).map(error => `request ${error}`)
}

function answerErrors({ rest, path, method, operation }: Described, { answer }: Exchange): string[] {
  const code = String(answer.status)
  const responses = nodeAt(operation.responses)
  if (!(code in responses))
    return answer.status < 400 ? [`answer: status ${code} is not described (${Object.keys(responses)})`] : []
  const schema = answer.text === undefined ? schemaOf(rest, responses[code], ['paths', path, method, 'responses', code]) : null
  return schema === null ? [] : rest.errorsOf(schema, structuredClone(answer.body ?? null)).map(error => `answer ${error}`)
}

/** What is wrong with a REST request or answer by GitHub's own description. */
function restErrors(rest: Rest, exchange: Exchange): string[] {
  const method = exchange.request.method.toLowerCase()
  const paths = nodeAt(rest.spec.paths)
  const path = rest.routes.find(route => method in nodeAt(paths[route.path]) && route.expression.test(exchange.path))?.path
  if (path === undefined) return exchange.answer.status === 404 ? [] : ['no such operation in the description']
  const described = { rest, path, method, operation: nodeAt(nodeAt(paths[path])[method]) }
  return [...queryErrors(described, exchange.query), ...bodyErrors(described, exchange), ...answerErrors(described, exchange)]
}

const seen = new Map<string, string[]>()

/**
 * Uses of fields that GitHub has deprecated. Whether an operation is GitHub's at all was checked when it ran:
 * the simulator's schema is a part of the real one (schema.test.ts).
 */
export function deprecations(query: string): string[] {
  const known = seen.get(query) ?? validate(schema(), parse(query), [NoDeprecatedCustomRule]).map(error => error.message)
  seen.set(query, known)
  return known
}

let rest: Rest | null = null

/** Throws when a request or an answer is none of GitHub's. */
export function guard(exchange: Exchange): void {
  const { request } = exchange
  rest ??= readRest()
  const errors = exchange.graphql ? checkGraphql(request.body, exchange.answer.body) : restErrors(rest, exchange)
  if (errors.length === 0) return
  throw new Error(
    `${request.method} ${exchange.path} → ${exchange.answer.status} is not as GitHub describes it:\n  ${errors.slice(0, 8).join('\n  ')}`,
  )
}

const queryOf = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'query' in body ? String(body.query) : ''

/** Operations that were refused by the schema are refused by GitHub too: then the test means to. */
function checkGraphql(body: unknown, answer: unknown): string[] {
  const wasRefused = typeof answer === 'object' && answer !== null && !('data' in answer)
  return wasRefused ? [] : deprecations(queryOf(body))
}
