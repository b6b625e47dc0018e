import { type Document, isAlias, isMap, isNode, isPair, LineCounter, type Node, parseDocument, visit } from 'yaml'

/** Where something stands, both counted from 1. */
export type Position = { line: number; column: number }

/** YAML with positions; nothing of it is trusted yet. */
export type PolicyText = {
  complaints: { at: Position; message: string }[]
  /** The plain value; only to be asked for when there are no complaints. */
  value: () => unknown
  /** Of the value at the path, or of the nearest thing around it. */
  positionOf: (path: readonly PropertyKey[]) => Position
  /** Of a key below the path. */
  keyPosition: (path: readonly PropertyKey[], key: string) => Position
}

type Lines = (offset: number) => Position

const startOf = (node: unknown): number | null => (isNode(node) ? (node.range?.[0] ?? null) : null)

const nodeAt = (document: Document, path: readonly PropertyKey[]): unknown =>
  path.length === 0 ? document.contents : document.getIn(path, true)

const nearestStart = (document: Document, path: readonly PropertyKey[]): number => {
  for (let length = path.length; length > 0; length--) {
    const start = startOf(nodeAt(document, path.slice(0, length)))
    if (start !== null) return start
  }
  return startOf(document.contents) ?? 0
}

const keyStart = (document: Document, path: readonly PropertyKey[], key: string): number | null => {
  const map = nodeAt(document, path)
  const pair = isMap(map) ? map.items.find(item => isPair(item) && isNode(item.key) && String(item.key) === key) : undefined
  return startOf(pair?.key)
}

/** An alias repeats a part of the file without end in a few lines: a policy needs none. */
const aliasesOf = (document: Document): Node[] => {
  const found: Node[] = []
  visit(document, { Alias: (_, node) => void found.push(node) })
  return found
}

const complaintsOf = (document: Document, at: Lines): PolicyText['complaints'] => {
  const syntax = [...document.errors, ...document.warnings].map(({ pos, message }) => ({
    at: at(pos[0]),
    message: message.split(/ at line \d|\n/, 1)[0] ?? message,
  }))
  const aliases = aliasesOf(document).filter(isAlias)
  return [...syntax, ...aliases.map(alias => ({ at: at(startOf(alias) ?? 0), message: `an alias, *${alias.source}` }))]
}

export const readPolicyText = (text: string): PolicyText => {
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    uniqueKeys: true,
    version: '1.2',
    schema: 'core',
    prettyErrors: false,
  })
  const at: Lines = offset => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(1, line), column: Math.max(1, col) }
  }
  return {
    complaints: complaintsOf(document, at),
    value: () => document.toJS({ maxAliasCount: 0 }),
    positionOf: path => at(nearestStart(document, path)),
    keyPosition: (path, key) => at(keyStart(document, path, key) ?? nearestStart(document, path)),
  }
}
