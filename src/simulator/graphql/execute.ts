import {
  buildSchema,
  type DocumentNode,
  executeSync,
  GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql'
import { Refusal } from '../refusal.ts'
import type { Context } from './resolver.ts'
import subset from './schema.json' with { type: 'json' }
import { resolveField, typeNameOf } from './tables.ts'

let built: GraphQLSchema | null = null
/** The part of GitHub's schema that is answered here. */
export const schema = (): GraphQLSchema => {
  // 50 ms: only when the first operation comes.
  built ??= buildSchema(Object.values(subset.types).join('\n\n'), { assumeValid: true, assumeValidSDL: true })
  return built
}

type ErrorShape = {
  message: string
  type?: string
  path?: readonly (string | number)[]
  locations?: readonly { line: number; column: number }[]
}
export type GraphqlAnswer = { data?: unknown; errors?: ErrorShape[] }

/** One request's document, ready to run; `errors` when it is none. */
export type Operation =
  | {
      kind: 'operation'
      document: DocumentNode
      definition: OperationDefinitionNode
      name: string | null
      fields: string[]
      isMutation: boolean
      variables: Readonly<Record<string, unknown>>
    }
  | { kind: 'refused'; errors: ErrorShape[] }

const checked = new Map<string, { document: DocumentNode } | { errors: ErrorShape[] }>()

function check(query: string): { document: DocumentNode } | { errors: ErrorShape[] } {
  const known = checked.get(query)
  if (known) return known
  const result = parsed(query)
  checked.set(query, result)
  return result
}

function parsed(query: string) {
  try {
    const document = parse(query)
    const errors = validate(schema(), document).map(error => shapeOf(error))
    return errors.length > 0 ? { errors } : { document }
  } catch (error) {
    return { errors: [{ message: error instanceof Error ? error.message : 'The query could not be parsed' }] }
  }
}

export function readOperation(request: {
  query: string
  operationName: string | null
  variables: Readonly<Record<string, unknown>>
}): Operation {
  const result = check(request.query)
  if ('errors' in result) return { kind: 'refused', errors: result.errors }
  const operations = result.document.definitions.filter(node => node.kind === Kind.OPERATION_DEFINITION)
  const definition = operations.find(node => request.operationName === null || node.name?.value === request.operationName)
  if (!definition) return { kind: 'refused', errors: [{ message: `No operation named "${request.operationName}"` }] }
  const fields = definition.selectionSet.selections.flatMap(selection =>
    selection.kind === Kind.FIELD ? [selection.name.value] : [],
  )
  return {
    kind: 'operation',
    document: result.document,
    definition,
    name: definition.name?.value ?? null,
    fields,
    isMutation: definition.operation === 'mutation',
    variables: request.variables,
  }
}

/** GitHub writes the kind of a refusal beside its message. */
function shapeOf(error: GraphQLError): ErrorShape {
  const cause = error.originalError
  const details =
    cause instanceof Refusal
      ? cause.details.map(detail =>
          typeof detail === 'string' ? detail : (detail.message ?? `${detail.field} is ${detail.code}`),
        )
      : []
  return {
    ...(cause instanceof Refusal ? { type: cause.type } : {}),
    ...(error.path ? { path: error.path } : {}),
    ...(error.locations ? { locations: error.locations } : {}),
    message: details.length > 0 ? details.join(', ') : error.message,
  }
}

const maxNodes = 500_000

/** Runs it to its end in one go: nothing else happens in the world meanwhile. */
export function runOperation(operation: Extract<Operation, { kind: 'operation' }>, context: Context): GraphqlAnswer {
  const { cost } = context
  if (cost.nodeCount > maxNodes) {
    return {
      errors: [
        {
          type: 'MAX_NODE_LIMIT_EXCEEDED',
          message: `This query requests up to ${cost.nodeCount} possible nodes which exceeds the maximum limit of ${maxNodes}.`,
        },
      ],
    }
  }
  const result = executeSync({
    schema: schema(),
    document: operation.document,
    operationName: operation.name,
    variableValues: operation.variables,
    contextValue: context,
    fieldResolver: resolveField,
    typeResolver: typeNameOf,
  })
  const broken = result.errors?.find(
    error => error.originalError && !(error.originalError instanceof Refusal) && !(error.originalError instanceof GraphQLError),
  )
  if (broken?.originalError) throw broken.originalError
  return {
    ...(result.data === undefined ? {} : { data: result.data }),
    ...(result.errors ? { errors: result.errors.map(shapeOf) } : {}),
  }
}
