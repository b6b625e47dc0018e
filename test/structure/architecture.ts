import type { Import, Source, Use } from './source.ts'

/** Folders (and single files) whose code is a pure function of its arguments. */
export const purePlaces = [
  'src/snapshot/',
  'src/markers/',
  'src/decide/',
  'src/review/',
  'src/comments/',
  'src/mention/',
  'src/text/',
  'src/panel/',
  'src/agents/next-step.ts',
]

/** Below these a module has effects, or talks to something that has. */
const effectfulPlaces = [
  'src/github/',
  'src/effects/',
  'src/modes/',
  'src/agents/',
  'src/git/',
  'src/simulator/',
  'src/runner/',
  'src/notices/',
  'src/cli/',
]

/** The words that all parts share: types and schemas of facts, ids and reports. Every folder may import them. */
const words = ['src/snapshot/ids.ts', 'src/snapshot/facts.ts', 'src/review/report.ts']

/** Each may import from those before it, types included, never from those after it: design.md's picture, left to right. */
export const order = ['src/text/', 'src/markers/', 'src/review/', 'src/snapshot/', 'src/decide/']

/** Whether the import of `target` by `path` runs against the order. */
export const runsBackwards = (path: string, target: string): boolean => {
  const rankOf = (file: string): number => order.findIndex(place => file.startsWith(place))
  return rankOf(path) >= 0 && !words.includes(target) && rankOf(target) > rankOf(path)
}

export const isPure = (path: string): boolean => purePlaces.some(place => path.startsWith(place))

const pureModules = new Set([
  'zod',
  'zod/mini',
  'diff',
  'marked',
  'picomatch',
  'yaml',
  'node:crypto',
  'node:path',
  'node:path/posix',
  'node:buffer',
  'node:util',
])
const pureCrypto = new Set(['createHash', 'createHmac', 'timingSafeEqual'])

/** Why a pure file may not import this; `null` = it may. Types of effectful modules are no effect. */
export const objectionTo = (imported: Import): string | null => {
  if (imported.typeOnly) return null
  if (imported.own)
    return effectfulPlaces.some(place => imported.target.startsWith(place)) && !isPure(imported.target) ? 'has effects' : null
  if (!pureModules.has(imported.target)) return 'is not known to be pure'
  const random = imported.target === 'node:crypto' ? imported.names.filter(name => !pureCrypto.has(name)) : []
  return random.length > 0 ? `brings ${random.join(', ')}` : null
}

const impure =
  /^(process|globalThis|performance|fetch|setTimeout|setInterval|setImmediate|queueMicrotask|console|crypto|require|Date\.now|Math\.random|new Date(\(\))?|import\.meta)$/

/** Uses of a clock, the environment, timers, randomness or output. */
export const impureUses = ({ uses }: Pick<Source, 'uses'>): Use[] => uses.filter(({ text }) => impure.test(text))
