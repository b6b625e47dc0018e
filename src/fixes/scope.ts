import picomatch from 'picomatch'
import { isAgentConfiguration } from '../git/agent-configuration.ts'
import type { TreeChange } from '../git/tree-changes.ts'
import { isUnsafeStep, type LeftOut } from '../git/tree-entries.ts'

export type ScopeRules = {
  /** The policy's `protected-paths`. */
  protectedPaths: readonly string[]
  allowLockFiles: boolean
  /** Files that say how the project is written: agents obey them. */
  conventions: readonly string[]
  /** Globs that the copy does not hold, and paths of the head that it lacked for whatever reason. */
  excluded: readonly string[]
  leftOut: readonly LeftOut[]
  /** How many new files git ignores: they are no part of the changes. */
  ignored: number
}

export const MOST_FILES = 100
export const MOST_BYTES = 2 * 1024 * 1024

/** What no policy can open: what runs with rights, what says who decides, and what makes git do more than store files. */
const ALWAYS = [
  '.github/workflows/**',
  '.github/actions/**',
  '.github/countersign.yml',
  '**/action.{yml,yaml}',
  '**/CODEOWNERS',
  '**/.git{modules,attributes,config}',
]

const LOCK_FILES = [
  '{package-lock,npm-shrinkwrap}.json',
  '{yarn,bun,deno,Cargo,Gemfile,composer,poetry,Pipfile,uv,pdm,mix,pubspec,flake,Podfile,pixi,rebar}.lock',
  '{bun.lockb,pnpm-lock.yaml,packages.lock.json,go.sum,gradle.lockfile,conda-lock.yml,Package.resolved}',
  '{.terraform.lock.hcl,MODULE.bazel.lock,Chart.lock,Manifest.toml}',
].map(name => `**/${name}`)

const matcher = (globs: readonly string[]): ((path: string) => boolean) => {
  const matches = picomatch([...globs], { dot: true, nocase: true })
  return path => globs.length > 0 && matches(path)
}

type Judge = (change: TreeChange) => string | null

/** Kinds of things that git would do more with than store them. */
const kindComplaint: Judge = change => {
  if (!change.nameReadable) return 'has a name that is not UTF-8'
  if (change.path.split('/').some(isUnsafeStep)) return 'lies in a folder of git, or leads out of the tree'
  if (change.kind === 'link') return 'is a symbolic link'
  if (change.kind === 'other') return 'is neither a file nor a link'
  if (change.modeChanged) return 'has another mode (executable bit, or kind) than before'
  return change.how !== 'deleted' && change.content === null ? `has ${change.bytes} bytes, more than a fix may write` : null
}

const foldersOf = (path: string): string[] => {
  const steps = path.split('/')
  return steps.slice(1).map((_, at) => steps.slice(0, at + 1).join('/'))
}

/** What the agent cannot have seen, since its copy lacked it: such a path itself, below it, or in place of the folder that holds it. */
const leftOutJudge = (leftOut: readonly LeftOut[]): Judge => {
  const lacked = new Map(leftOut.map(one => [one.path.toLowerCase(), one.reason]))
  const folders = new Set(leftOut.flatMap(({ path }) => foldersOf(path)))
  return ({ path }) => {
    const over = [...foldersOf(path), path].find(one => lacked.has(one.toLowerCase()))
    if (over === undefined) return folders.has(path) ? 'would stand in place of files that are kept from agents' : null
    if (lacked.get(over.toLowerCase()) !== 'submodule') return 'is kept from agents, so none may write it'
    return over === path ? 'is a submodule, which no fix may touch' : `lies in "${over}", a submodule, which no fix may touch`
  }
}

const pathJudge = (rules: ScopeRules): Judge => {
  const isAlways = matcher(ALWAYS)
  const isProtected = matcher(rules.protectedPaths)
  const isLock = matcher(LOCK_FILES)
  const isExcluded = matcher(rules.excluded)
  const conventions = new Set(rules.conventions.map(path => path.toLowerCase()))
  const isLeftOut = leftOutJudge(rules.leftOut)
  return change => {
    const { path } = change
    if (isAgentConfiguration(path) || conventions.has(path.toLowerCase())) return 'says how agents work here'
    if (isAlways(path)) return 'is protected: no fix may touch workflows, the policy, code owners or git’s own files'
    if (isProtected(path)) return 'is protected by the policy (protected-paths)'
    if (isLock(path) && !rules.allowLockFiles) return 'is a lock file (allow-lock-files is off)'
    return isExcluded(path) ? 'is kept from agents, so none may write it' : isLeftOut(change)
  }
}

/** Why a change may not be pushed, in a sentence; null when all of it is within what a fix may do. */
export const scopeComplaint = (changes: TreeChange[], rules: ScopeRules): string | null => {
  if (changes.length === 0)
    return rules.ignored === 0 ? 'the agent changed nothing' : 'the agent changed nothing but files that .gitignore leaves out'
  if (changes.length > MOST_FILES) return `the agent changed ${changes.length} files; a fix may touch ${MOST_FILES}`
  const byPath = pathJudge(rules)
  for (const change of changes) {
    const why = kindComplaint(change) ?? byPath(change)
    if (why !== null) return `"${change.path}" ${why}`
  }
  const bytes = changes.reduce((sum, change) => sum + change.bytes, 0)
  return bytes > MOST_BYTES ? `the agent wrote ${bytes} bytes; a fix may write ${MOST_BYTES}` : null
}
