import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gitEnvironment } from './environment.ts'
import type { GitFailure } from './failure.ts'
import { initialise } from './initialise.ts'
import { gitRunner } from './run-git.ts'
import type { Manifest } from './tree-changes.ts'

/** A `.gitignore` as it was at one time. */
export type IgnoreFile = { path: string; content: Buffer }

/** Longer ones hold no rules that people wrote. */
const MOST_RULE_BYTES = 256 * 1024

const isIgnoreFile = (path: string): boolean => path === '.gitignore' || path.endsWith('/.gitignore')

/** The `.gitignore` files below a folder; as in git, one that is a link has no say. */
export const ignoreFilesOf = async (manifest: Manifest, folder: string): Promise<IgnoreFile[]> => {
  const files: IgnoreFile[] = []
  for (const [path, { kind }] of manifest) {
    if (kind !== 'file' || !isIgnoreFile(path)) continue
    const content = await readFile(join(folder, path))
    if (content.length <= MOST_RULE_BYTES) files.push({ path, content })
  }
  return files
}

const write = async (tree: string, { path, content }: IgnoreFile): Promise<void> => {
  await mkdir(dirname(join(tree, path)), { recursive: true })
  await writeFile(join(tree, path), content, { flag: 'wx' })
}

/** A folder that is not there yet, and what git runs with. */
type Place = { dir: string; outer: Record<string, string | undefined>; stop: AbortSignal }

/**
 * Which of these paths git ignores by these rules and by no others: in a repository of its own, whose work tree holds the rules and
 * nothing else. What the paths themselves name is never read.
 */
export const ignoredPaths = async (
  { dir, outer, stop }: Place,
  rules: IgnoreFile[],
  paths: string[],
): Promise<Set<string> | GitFailure> => {
  if (rules.length === 0 || paths.length === 0) return new Set()
  const [gitDir, tree] = [join(dir, 'ignore.git'), join(dir, 'rules')]
  await mkdir(tree, { recursive: true })
  const environment = gitEnvironment({ url: 'file:///', token: null }, { gitDir, outer })
  const setting = { environment, cwd: tree, stop, secrets: [] }
  const failure = await initialise(gitRunner(setting), gitDir)
  if (failure !== null) return failure
  for (const rule of rules) await write(tree, rule)
  // `./` keeps a name that begins with a colon from being read as more than a name.
  const input = paths.map(path => `./${path}\0`).join('')
  const args = ['check-ignore', '--no-index', '--stdin', '-z']
  const git = gitRunner({ ...setting, environment: { ...environment, GIT_WORK_TREE: tree } })
  const said = await git({ args, input, timeoutMs: 60_000, maxBytes: Buffer.byteLength(input) + 1, noneCode: 1 })
  if (said.kind === 'git-failed') return said
  const ignored = said.stdout.toString('utf8').split('\0').filter(Boolean)
  return new Set(ignored.map(path => path.slice(2)))
}
