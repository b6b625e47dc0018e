import { iso } from '../../clock.ts'
import type { CommitFacts, Signature } from '../../git/commit.ts'
import type { Repository } from '../../world/types.ts'
import type { World } from '../../world/world.ts'
import { fileShape } from './pulls.ts'
import { apiUrl, pageUrl } from './repositories.ts'
import { userOrNull } from './users.ts'

const signed = (signature: Signature) => ({ name: signature.name, email: signature.email, date: iso(signature.at) })
const unverified = { verified: false, reason: 'unsigned', signature: null, payload: null, verified_at: null }

const parentsOf = (world: World, repository: Repository, commit: CommitFacts) =>
  commit.parents.map(sha => ({
    sha,
    url: `${apiUrl(world, repository)}/commits/${sha}`,
    html_url: `${pageUrl(world, repository)}/commit/${sha}`,
  }))

/** The account behind an address that GitHub gives out; else nobody. */
const accountOf = (world: World, signature: Signature) => userOrNull(world, signature.email.split('@')[0] ?? null)

export function commitShape(world: World, repository: Repository, oid: string) {
  const commit = repository.git.commit(oid)
  const api = apiUrl(world, repository)
  return {
    url: `${api}/commits/${oid}`,
    sha: oid,
    node_id: `C_${oid}`,
    html_url: `${pageUrl(world, repository)}/commit/${oid}`,
    comments_url: `${api}/commits/${oid}/comments`,
    commit: {
      url: `${api}/git/commits/${oid}`,
      author: signed(commit.author),
      committer: signed(commit.committer),
      message: commit.message,
      comment_count: 0,
      tree: { sha: commit.tree, url: `${api}/git/trees/${commit.tree}` },
      verification: unverified,
    },
    author: accountOf(world, commit.author),
    committer: accountOf(world, commit.committer),
    parents: parentsOf(world, repository, commit),
  }
}

/** One commit by itself has its numbers and files. */
export function fullCommitShape(world: World, repository: Repository, oid: string) {
  const [parent] = repository.git.commit(oid).parents
  const files = parent === undefined ? [] : repository.git.diff(parent, oid)
  const sum = (key: 'additions' | 'deletions') => files.reduce((total, file) => total + file[key], 0)
  return {
    ...commitShape(world, repository, oid),
    stats: { additions: sum('additions'), deletions: sum('deletions'), total: sum('additions') + sum('deletions') },
    files: files.slice(0, 300).map(file => fileShape(world, repository, { file, at: oid })),
  }
}

export function gitCommitShape(world: World, repository: Repository, oid: string) {
  const commit = repository.git.commit(oid)
  const api = apiUrl(world, repository)
  return {
    sha: oid,
    node_id: `C_${oid}`,
    url: `${api}/git/commits/${oid}`,
    html_url: `${pageUrl(world, repository)}/commit/${oid}`,
    author: signed(commit.author),
    committer: signed(commit.committer),
    message: commit.message,
    tree: { sha: commit.tree, url: `${api}/git/trees/${commit.tree}` },
    parents: parentsOf(world, repository, commit),
    verification: unverified,
  }
}

export const refShape = (world: World, repository: Repository, of: { name: string; oid: string }) => ({
  ref: of.name,
  node_id: `REF_${Buffer.from(of.name).toString('hex')}`,
  url: `${apiUrl(world, repository)}/git/${of.name}`,
  object: { type: 'commit', sha: of.oid, url: `${apiUrl(world, repository)}/git/commits/${of.oid}` },
})

/** `base...head`, with the merge base that git gives. */
export function comparisonShape(world: World, repository: Repository, of: { base: string; head: string; spec: string }) {
  const { git } = repository
  const ahead = git.between(of.base, of.head)
  const behind = git.between(of.head, of.base).length
  const mergeBase = git.mergeBase(of.base, of.head) ?? of.base
  const status = ahead.length > 0 ? (behind > 0 ? 'diverged' : 'ahead') : behind > 0 ? 'behind' : 'identical'
  const page = `${pageUrl(world, repository)}/compare/${of.spec}`
  return {
    url: `${apiUrl(world, repository)}/compare/${of.spec}`,
    html_url: page,
    permalink_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    base_commit: commitShape(world, repository, of.base),
    merge_base_commit: commitShape(world, repository, mergeBase),
    status,
    ahead_by: ahead.length,
    behind_by: behind,
    total_commits: ahead.length,
    commits: ahead.slice(0, 250).map(oid => commitShape(world, repository, oid)),
    files: git
      .diff(of.base, of.head)
      .slice(0, 300)
      .map(file => fileShape(world, repository, { file, at: of.head })),
  }
}
