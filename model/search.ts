export type Broken = { law: string; text: string; tail: string[] }
export type Found = Broken & { trace: string[] }
export type Laws<World> = { check: (world: World) => Broken[]; rested: () => number }
/** What is searched: where it begins, and all that may happen next. */
export type Protocol<World> = {
  first: World
  stepsOf: (world: World) => [name: string, after: World][]
}
export type Searched = { states: number; depth: number; complete: boolean; seconds: number; found: Found[] }
/** `visit` sees every state once, in the order of its distance from the beginning. */
export type Search<World> = Protocol<World> & { most: number; check: Laws<World>['check']; visit?: (world: World) => void }

/** 53 bits of a text (two rounds of multiply and shift); two states that share them would be taken for one. */
const hashOf = (text: string): number => {
  let low = 0xdeadbeef
  let high = 0x41c6ce57
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    low = Math.imul(low ^ code, 2654435761)
    high = Math.imul(high ^ code, 1597334677)
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  return 4294967296 * (2097151 & high) + (low >>> 0)
}

type Node = { before: Node | null; name: string }
const traceOf = (node: Node | null): string[] =>
  node === null || node.before === null ? [] : [...traceOf(node.before), node.name]

/** Breadth first, so the trace of a broken law is a shortest one. */
export const search = <World>({ first, stepsOf, most, check, visit = () => {} }: Search<World>): Searched => {
  const startedAt = performance.now()
  const seen = new Set<number>()
  const found = new Map<string, Found>()
  const enter = (world: World, node: Node): [World, Node][] => {
    const hash = hashOf(JSON.stringify(world))
    if (seen.has(hash)) return []
    seen.add(hash)
    visit(world)
    for (const broken of check(world)) {
      const name = `${broken.law}: ${broken.text.replace(/\d+/g, '#')}`
      if (!found.has(name)) found.set(name, { ...broken, trace: traceOf(node) })
    }
    return [[world, node]]
  }
  let level = enter(first, { before: null, name: '' })
  let depth = 0
  for (; level.length > 0 && seen.size < most; depth++)
    level = level.flatMap(([world, node]) =>
      seen.size >= most ? [] : stepsOf(world).flatMap(([name, after]) => enter(after, { before: node, name })),
    )
  const seconds = (performance.now() - startedAt) / 1000
  return { states: seen.size, depth, complete: seen.size < most, seconds, found: [...found.values()] }
}
