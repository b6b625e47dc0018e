import type { Import, Source, Use } from './source.ts'

/** Folders (and single files) whose code is a pure function of its arguments. */
const purePlaces = [
  'src/snapshot/',
  'src/markers/',
  'src/decide/',
  'src/review/',
  'src/comments/',
  'src/mention/',
  'src/text/',
  'src/panel/',
  'src/agents/next-step.ts',
  'src/agents/cost.ts',
  'src/git/agent-configuration.ts',
]

/** The words that all parts share: types and schemas of facts, ids and reports. Every folder may import them. */
const words = ['src/snapshot/ids.ts', 'src/snapshot/facts.ts', 'src/review/report.ts']

/** Each may import from those before it, types included, never from those after it: design.md's picture, left to right. */
export const order = ['src/text/', 'src/mention/', 'src/markers/', 'src/review/', 'src/snapshot/', 'src/decide/', 'src/comments/']

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

/** Why a pure file may not import this; `null` = it may. Types have no effects. */
export const objectionTo = (imported: Import): string | null => {
  if (imported.typeOnly) return null
  if (imported.own) return isPure(imported.target) ? null : 'is not a pure part'
  if (!pureModules.has(imported.target)) return 'is not known to be pure'
  const random = imported.target === 'node:crypto' ? imported.names.filter(name => !pureCrypto.has(name)) : []
  return random.length > 0 ? `brings ${random.join(', ')}` : null
}

const impure =
  /^(process|globalThis|performance|fetch|setTimeout|setInterval|setImmediate|queueMicrotask|console|crypto|require|Date\.now|Math\.random|new Date(\(\))?|import\.meta)$/

/** Uses of a clock, the environment, timers, randomness or output. */
export const impureUses = ({ uses }: Pick<Source, 'uses'>): Use[] => uses.filter(({ text }) => impure.test(text))
