import { realpath } from 'node:fs/promises'
import { type Sha, shaOf } from '../snapshot/ids.ts'
import { gitEnvironment } from './environment.ts'
import { type GitFailure, gitFailure } from './failure.ts'
import { type GitRunner, gitRunner } from './run-git.ts'

type Outer = Record<string, string | undefined>

/** A checkout on this machine: read, never changed. */
export type Checkout = {
  kind: 'checkout'
  top: string
  /** HEAD, or a commit of the tracked files as they are now that no ref leads to. */
  head: Sha
  base: Sha
  mergeBase: Sha
  branch: string
  /** Tracked files with changes that are not committed: they are in `head`. */
  uncommitted: number
  /** Files git does not know: they are not reviewed. */
  untracked: string[]
  git: GitRunner
}

const LIMITS = { timeoutMs: 60_000, maxBytes: 1_048_576 }

/** Git over the user's own repository, with nothing of its configuration in force but what says where things are. */
const runnerOver = (gitDir: string | null, top: string, outer: Outer): GitRunner => {
  const { GIT_DIR: _, ...environment } = gitEnvironment({ url: 'file:///', token: null }, { gitDir: gitDir ?? top, outer })
  const count = Number(environment.GIT_CONFIG_COUNT ?? 0)
  const trusted = {
    GIT_CONFIG_COUNT: String(count + 1),
    [`GIT_CONFIG_KEY_${count}`]: 'safe.directory',
    [`GIT_CONFIG_VALUE_${count}`]: '*',
  }
  const author = {
    GIT_AUTHOR_NAME: 'review',
    GIT_AUTHOR_EMAIL: 'review@localhost',
    GIT_COMMITTER_NAME: 'review',
    GIT_COMMITTER_EMAIL: 'review@localhost',
  }
  const place: Record<string, string> = gitDir === null ? {} : { GIT_DIR: gitDir, GIT_WORK_TREE: top }
  return gitRunner({ environment: { ...environment, ...trusted, ...author, ...place }, cwd: top, stop: null, secrets: [] })
}

const lines = async (git: GitRunner, args: string[]): Promise<string[] | GitFailure> => {
  const said = await git({ args, ...LIMITS })
  return said.kind === 'ok'
    ? said.stdout
        .toString('utf8')
        .split(/[\n\0]/)
        .filter(line => line !== '')
    : said
}

const commitOf = async (git: GitRunner, name: string): Promise<Sha | GitFailure> => {
  const found = await lines(git, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`])
  const sha = Array.isArray(found) ? shaOf(found[0]) : null
  return sha ?? gitFailure('missing', `found no commit "${name}"; expected a branch, tag or commit of this checkout`)
}

const baseOf = async (git: GitRunner, name: string): Promise<Sha | GitFailure> => {
  const local = await commitOf(git, name)
  return typeof local === 'string'
    ? local
    : commitOf(git, `refs/remotes/origin/${name}`).then(remote => (typeof remote === 'string' ? remote : local))
}

/** Reads the checkout around `cwd`: what differs from `base`, changes that are not committed included. */
export const readCheckout = async (cwd: string, base: string, outer: Outer): Promise<Checkout | GitFailure> => {
  const places = await lines(runnerOver(null, await realpath(cwd), outer), [
    'rev-parse',
    '--path-format=absolute',
    '--show-toplevel',
    '--git-dir',
  ])
  if (!Array.isArray(places))
    return gitFailure('missing', `found no git checkout in "${cwd}"; expected one; run this inside a repository`)
  const [top = '', gitDir = ''] = places
  const git = runnerOver(gitDir, top, outer)
  const [committed, baseSha] = [await commitOf(git, 'HEAD'), await baseOf(git, base)]
  if (typeof committed !== 'string') return committed
  if (typeof baseSha !== 'string') return baseSha
  const changed = await lines(git, ['diff', '--name-only', '-z', 'HEAD', '--'])
  if (!Array.isArray(changed)) return changed
  const untracked = await lines(git, ['ls-files', '--others', '--exclude-standard', '-z'])
  const stashed = changed.length > 0 ? await lines(git, ['stash', 'create']) : []
  const head = (Array.isArray(stashed) ? shaOf(stashed[0]) : null) ?? committed
  const merge = await lines(git, ['merge-base', baseSha, committed])
  const mergeBase = Array.isArray(merge) ? shaOf(merge[0]) : null
  if (mergeBase === null)
    return gitFailure('unrelated', `found no common commit of HEAD and "${base}"; expected branches of one history`)
  const branch = await lines(git, ['rev-parse', '--abbrev-ref', 'HEAD'])
  return {
    kind: 'checkout',
    top,
    head,
    base: baseSha,
    mergeBase,
    branch: Array.isArray(branch) ? (branch[0] ?? 'HEAD') : 'HEAD',
    uncommitted: changed.length,
    untracked: Array.isArray(untracked) ? untracked : [],
    git,
  }
}
