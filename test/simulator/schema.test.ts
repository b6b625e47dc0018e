import { readFileSync } from 'node:fs'
import { type DefinitionNode, parse, print, visit } from 'graphql'
import { expect, test } from 'vitest'
import subset from '../../src/simulator/graphql/schema.json' with { type: 'json' }
import { routes } from '../../src/simulator/rest/routes.ts'

const file = new URL('../../node_modules/@octokit/graphql-schema/schema.graphql', import.meta.url)

/** Each part of a definition as a line: `PullRequest.title: String!`, with arguments and directives. */
function partsOf(node: DefinitionNode): string[] {
  const bare = visit(node, {
    enter: child => ('description' in child && child.description ? { ...child, description: undefined } : undefined),
  })
  const name = 'name' in bare && bare.name ? bare.name.value : ''
  const lists = [
    'fields' in bare ? (bare.fields ?? []) : [],
    'values' in bare ? (bare.values ?? []) : [],
    'types' in bare ? (bare.types ?? []) : [],
    'interfaces' in bare ? (bare.interfaces ?? []) : [],
  ]
  return [`${bare.kind} ${name}`, ...lists.flat().map(part => `${name}.${print(part)}`)]
}

test('every operation of the REST description is answered, at its own path', () => {
  const { paths } = JSON.parse(readFileSync(new URL('../fixtures/github/openapi.json', import.meta.url), 'utf8'))
  const described = Object.entries<Record<string, { operationId?: string }>>(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { operationId }]) =>
      operationId === undefined ? [] : [`${method.toUpperCase()} ${path} ${operationId}`],
    ),
  )
  const answered = routes.map(({ method, path, operation }) => `${method} ${path} ${operation}`)
  // The one that the server itself answers, since it counts.
  expect(['GET /rate_limit rate-limit/get', ...answered].sort()).toEqual(described.sort())
})

test('every part of the shipped GraphQL schema is GitHub’s own', () => {
  const real = new Set(parse(readFileSync(file, 'utf8'), { noLocation: true }).definitions.flatMap(partsOf))
  const shipped = parse(Object.values(subset.types).join('\n'), { noLocation: true }).definitions.flatMap(partsOf)
  expect(shipped.length).toBeGreaterThan(700)
  expect(shipped.filter(part => !real.has(part))).toEqual([])
})

test('enums and inputs are shipped whole', () => {
  const real = new Map(
    parse(readFileSync(file, 'utf8'), { noLocation: true }).definitions.map(node => [partsOf(node)[0], partsOf(node)]),
  )
  const whole = parse(Object.values(subset.types).join('\n'), { noLocation: true }).definitions.filter(node =>
    /^(Enum|InputObject)/.test(node.kind),
  )
  for (const node of whole) expect(partsOf(node)).toEqual(real.get(partsOf(node)[0]))
})
