import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  type ValueNode,
} from 'graphql'

type Walk = { document: DocumentNode; variables: Readonly<Record<string, unknown>>; requests: number; nodes: number }

const numberOf = (walk: Walk, value: ValueNode | undefined): number | null => {
  if (value?.kind === Kind.INT) return Number(value.value)
  const given = value?.kind === Kind.VARIABLE ? walk.variables[value.name.value] : undefined
  return typeof given === 'number' ? given : null
}

function isLeftOut(walk: Walk, field: { directives?: FieldNode['directives'] }): boolean {
  return (field.directives ?? []).some(({ name, arguments: args }) => {
    const value = args?.[0]?.value
    const condition =
      value?.kind === Kind.VARIABLE ? walk.variables[value.name.value] : value?.kind === Kind.BOOLEAN && value.value
    return name.value === 'include' ? condition === false : name.value === 'skip' && condition === true
  })
}

function visit(walk: Walk, set: SelectionSetNode | undefined, times: number): void {
  for (const selection of set?.selections ?? []) {
    if (isLeftOut(walk, selection)) continue
    if (selection.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = walk.document.definitions.find(
        node => node.kind === Kind.FRAGMENT_DEFINITION && node.name.value === selection.name.value,
      )
      visit(walk, fragment && 'selectionSet' in fragment ? fragment.selectionSet : undefined, times)
    } else if (selection.kind === Kind.INLINE_FRAGMENT) visit(walk, selection.selectionSet, times)
    else visitField(walk, selection, times)
  }
}

function visitField(walk: Walk, field: FieldNode, times: number): void {
  const argument = (name: string) => numberOf(walk, field.arguments?.find(known => known.name.value === name)?.value)
  const size = argument('first') ?? argument('last')
  if (size !== null) {
    walk.requests += times
    walk.nodes += times * size
  }
  visit(walk, field.selectionSet, times * (size ?? 1))
}

/** GitHub's arithmetic: one request for each connection and parent, a hundred to a point; nodes multiply. */
export function costOf(document: DocumentNode, operation: OperationDefinitionNode, variables: Readonly<Record<string, unknown>>) {
  const defaults = Object.fromEntries(
    (operation.variableDefinitions ?? []).flatMap(({ variable, defaultValue }) => {
      const value =
        defaultValue?.kind === Kind.INT
          ? Number(defaultValue.value)
          : defaultValue?.kind === Kind.BOOLEAN
            ? defaultValue.value
            : undefined
      return value === undefined ? [] : [[variable.name.value, value] as const]
    }),
  )
  const walk: Walk = { document, variables: { ...defaults, ...variables }, requests: 0, nodes: 0 }
  visit(walk, operation.selectionSet, 1)
  return { cost: Math.max(1, Math.round(walk.requests / 100)), nodeCount: walk.nodes }
}
