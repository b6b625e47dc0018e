import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { filesBelow } from '../../scripts/source-hash.ts'
import { root } from '../harness/fresh-dist.ts'

/** `target` is a path below the repository for our own modules, else the package or `node:` name. */
export type Import = { target: string; own: boolean; typeOnly: boolean; names: string[] }
export type Written = { name: string; lines: number; parameters: number; isSuite: boolean }
/** A use of something that no module was asked for, e.g. `process.env` or `Date.now()`. */
export type Use = { text: string; line: number }

export type Source = {
  path: string
  lines: number
  commentLines: number
  imports: Import[]
  functions: Written[]
  /** Names that this file gives to things of its own. */
  declared: string[]
  uses: Use[]
  /** `as` other than `as const`. */
  casts: number[]
}

type Parsed = ReturnType<typeof parseSync>

const targetOf = (path: string, specifier: string): Pick<Import, 'target' | 'own'> =>
  specifier.startsWith('.') ? { target: join(dirname(path), specifier), own: true } : { target: specifier, own: false }

const importsOf = (path: string, { module }: Parsed, text: string): Import[] => {
  const imported = module.staticImports.map(({ moduleRequest, entries }) => ({
    ...targetOf(path, moduleRequest.value),
    typeOnly: entries.length > 0 && entries.every(({ isType }) => isType),
    names: entries.filter(({ isType }) => !isType).map(({ importName, localName }) => importName.name ?? localName.value),
  }))
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType, importName }) =>
      moduleRequest === null
        ? []
        : [{ ...targetOf(path, moduleRequest.value), typeOnly: isType, names: [importName.name ?? '*'] }],
    ),
  )
  const later = module.dynamicImports.map(({ moduleRequest }) => ({
    ...targetOf(path, text.slice(moduleRequest.start + 1, moduleRequest.end - 1)),
    typeOnly: false,
    names: ['*'],
  }))
  return [...imported, ...passedOn, ...later]
}

const lineCounter = (text: string): ((offset: number) => number) => {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return offset => starts.findLastIndex(start => start <= offset) + 1
}

const commentLinesOf = ({ comments }: Parsed, lineOf: (offset: number) => number): number =>
  new Set(
    comments.flatMap(({ start, end }) => Array.from({ length: lineOf(end) - lineOf(start) + 1 }, (_, at) => lineOf(start) + at)),
  ).size

/** Reads one file into the facts that the structure is judged by. Offsets count in UTF-16, as the parser's do. */
export const readSource = (path: string, text = readFileSync(join(root, path), 'utf8')): Source => {
  const parsed = parseSync(path, text)
  if (parsed.errors.length > 0) throw new Error(`${path}: ${parsed.errors[0]?.message}`)
  const lineOf = lineCounter(text)
  const source: Source = {
    path,
    lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    commentLines: commentLinesOf(parsed, lineOf),
    imports: importsOf(path, parsed, text),
    functions: [],
    declared: [],
    uses: [],
    casts: [],
  }
  collect(parsed, source, { text, lineOf })
  return source
}

type Reader = { text: string; lineOf: (offset: number) => number }
type Span = { start: number; end: number }

const collect = ({ program }: Parsed, into: Source, { text, lineOf }: Reader): void => {
  const names = new Map<number, string>()
  const suites = new Set<number>()
  const declare = (node: { type: string; name?: unknown } | null): void => {
    if (node?.type === 'Identifier' && typeof node.name === 'string') into.declared.push(node.name)
  }
  const written = (node: Span & { id: { name: string } | null; params: readonly { type: string; name?: unknown }[] }): void => {
    const lines = lineOf(node.end) - lineOf(node.start) + 1
    const name = node.id?.name ?? names.get(node.start) ?? '(unnamed)'
    into.functions.push({
      name: `${name}:${lineOf(node.start)}`,
      lines,
      parameters: node.params.length,
      isSuite: suites.has(node.start),
    })
    declare(node.id === null ? null : { type: 'Identifier', name: node.id.name })
    node.params.forEach(declare)
  }
  const use = (node: Span): void => void into.uses.push({ text: text.slice(node.start, node.end), line: lineOf(node.start) })
  new Visitor({
    VariableDeclarator: node => {
      declare(node.id)
      if (node.id.type === 'Identifier' && node.init !== null) names.set(node.init.start, node.id.name)
    },
    TSTypeAliasDeclaration: node => declare(node.id),
    ClassDeclaration: node => declare(node.id),
    FunctionDeclaration: written,
    FunctionExpression: written,
    ArrowFunctionExpression: written,
    MemberExpression: use,
    Identifier: use,
    NewExpression: node => {
      if (node.arguments.length === 0) use(node)
    },
    CallExpression: node => {
      if (/^describe\b/.test(text.slice(node.callee.start, node.callee.end)))
        for (const argument of node.arguments) suites.add(argument.start)
    },
    TSAsExpression: node => {
      if (text.slice(node.typeAnnotation.start, node.typeAnnotation.end) !== 'const') into.casts.push(lineOf(node.start))
    },
  }).visit(program)
}

const read = (folder: string): Source[] =>
  filesBelow(join(root, folder))
    .filter(file => file.endsWith('.ts') && !file.startsWith('fixtures/'))
    .map(file => readSource(`${folder}/${file}`))

export const sources = read('src')
export const scripts = read('scripts')
export const tests = read('test')
