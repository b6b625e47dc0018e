import { makeRepository } from '../acts/repositories.ts'
import { writeCommit } from '../git/commit.ts'
import { type ParsedWorld, type RepositoryFile, worldFile } from './file.ts'
import { WorldFileError } from './file-error.ts'
import { loadIssues } from './load-issues.ts'
import { loadRuns } from './load-runs.ts'
import type { Repository } from './types.ts'
import type { World } from './world.ts'

export function parseWorld(file: unknown): ParsedWorld {
  const read = worldFile.safeParse(file)
  if (read.success) return read.data
  const lines = read.error.issues.map(issue => `  ${issue.path.join('.') || '(the file)'}: ${issue.message}`)
  throw new WorldFileError(`The world file is not valid:\n${lines.join('\n')}\nSee docs/sandbox.md for what it may hold.`)
}

/** Every `id` in the file, so that new ones never meet them. */
function reserveIds(world: World, value: unknown): void {
  if (Array.isArray(value)) for (const item of value) reserveIds(world, item)
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'id' && typeof inner === 'number') world.reserveId(inner)
      else reserveIds(world, inner)
    }
  }
}

function loadUsers(world: World, users: ParsedWorld['users']): void {
  for (const { id, login, type, name, tokens } of users) {
    const prefix = { User: 'U', Bot: 'BOT', Organization: 'O' }[type]
    world.accounts.push({ ...world.identity(prefix, id), login: login.replace(/\[bot\]$/, ''), type, name })
    for (const token of tokens) world.tokens.push({ ...token, login: login.replace(/\[bot\]$/, '') })
  }
}

/** Commits without a time of their own have this one, so that the same file always has the same commit ids. */
const commitTime = Date.parse('2026-01-01T00:00:00Z') / 1000

function loadBranches(repository: Repository, file: RepositoryFile): void {
  const { git } = repository
  for (const [name, { from, commits }] of Object.entries(file.branches)) {
    let tip = from === undefined ? null : git.branch(from)
    if (from !== undefined && tip === null) {
      throw new WorldFileError(`Branch "${name}" of ${file.name} starts from "${from}", which is not listed before it`)
    }
    for (const { author = repository.owner, at = commitTime, files, message } of commits) {
      tip = writeCommit(git, { parents: tip === null ? [] : [tip], files, message, author: { login: author, at } })
    }
    if (tip !== null) git.setRef(`refs/heads/${name}`, tip)
  }
}

function loadRepository(world: World, file: RepositoryFile): Repository {
  const [owner = '', name = ''] = file.name.split('/')
  const parent = file.forkOf === null ? null : world.repository(file.forkOf)
  if (file.forkOf !== null && !parent)
    throw new WorldFileError(`${file.name} is a fork of "${file.forkOf}", which is not listed before it`)
  const { private: isPrivate, description, defaultBranch } = file
  const repository = makeRepository(
    world,
    { owner, name, private: isPrivate, description, defaultBranch, ...(file.id ? { id: file.id } : {}) },
    parent,
  )
  for (const login of Object.keys(file.roles)) world.ensureAccount(login)
  Object.assign(repository, {
    createdAt: file.createdAt ?? world.now,
    roles: file.roles,
    allowAutoMerge: file.allowAutoMerge,
    actionsMayApprove: file.actionsMayApprove,
    secrets: file.secrets,
    variables: file.variables,
    requiredChecks: file.requiredChecks,
    labels: file.labels.map(({ id, createdAt, ...label }) => ({
      ...world.identity('LA', id),
      createdAt: createdAt ?? world.now,
      ...label,
    })),
    teams: file.teams.map(({ id, name: title, ...team }) => ({ ...world.identity('T', id), name: title ?? team.slug, ...team })),
  } satisfies Partial<Repository>)
  if (file.bundle !== null) repository.git.unbundle(file.bundle)
  loadBranches(repository, file)
  return repository
}

/** Fills an empty world; anything that does not fit is refused with its place in the file. */
export function loadWorld(world: World, parsed: ParsedWorld): void {
  reserveIds(world, parsed)
  loadUsers(world, parsed.users)
  const loaded = parsed.repositories.map(file => ({ file, repository: loadRepository(world, file) }))
  // Pulls come last: their heads may be in any fork.
  for (const { file, repository } of loaded) {
    loadIssues(world, repository, file)
    loadRuns(world, repository, file)
  }
}
