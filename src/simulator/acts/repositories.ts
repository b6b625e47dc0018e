import { type Act, actorOf, demand, needs, type Viewer } from '../access.ts'
import { type FileChanges, writeCommit } from '../git/commit.ts'
import { invalid } from '../refusal.ts'
import { send } from '../webhooks.ts'
import type { Repository } from '../world/types.ts'
import { fullName, pullsOf, type World } from '../world/world.ts'
import { syncPulls } from './sync.ts'

export type NewRepository = {
  owner: string
  name: string
  private?: boolean
  description?: string | null
  defaultBranch?: string
  id?: number
}

/** An empty repository with its bare git repository. */
export function makeRepository(world: World, wanted: NewRepository, forkOf: Repository | null = null): Repository {
  world.ensureAccount(wanted.owner)
  const identity = world.identity('R', wanted.id)
  const network = forkOf ? networkOf(world, forkOf) : identity.id
  const repository: Repository = {
    ...identity,
    owner: wanted.owner,
    name: wanted.name,
    private: wanted.private ?? false,
    description: wanted.description ?? null,
    defaultBranch: wanted.defaultBranch ?? 'main',
    createdAt: world.now,
    forkOf: forkOf && fullName(forkOf),
    roles: {},
    teams: [],
    labels: [],
    issues: [],
    workflows: [],
    runs: [],
    checkRuns: [],
    statuses: [],
    requiredChecks: [],
    allowAutoMerge: false,
    actionsMayApprove: false,
    secrets: [],
    variables: {},
    git: world.newStore(identity.id, network),
  }
  repository.git.setHead(repository.defaultBranch)
  world.repositories.push(repository)
  return repository
}

function networkOf(world: World, repository: Repository): number {
  const parent = repository.forkOf === null ? null : world.repository(repository.forkOf)
  return parent ? networkOf(world, parent) : repository.id
}

export function createRepository(world: World, viewer: Viewer, wanted: NewRepository & { autoInit: boolean }): Repository {
  if (world.repository(`${wanted.owner}/${wanted.name}`)) {
    throw invalid({ resource: 'Repository', field: 'name', code: 'custom', message: 'name already exists on this account' })
  }
  const repository = makeRepository(world, wanted)
  const act: Act = { world, viewer, repository }
  if (wanted.autoInit)
    commitFiles(act, {
      branch: repository.defaultBranch,
      files: { 'README.md': `# ${repository.name}\n` },
      message: 'Initial commit',
    })
  return repository
}

export function forkRepository(act: Act, owner: string): Repository {
  demand(act, needs.readContents)
  const known = act.world.repository(`${owner}/${act.repository.name}`)
  if (known) return known
  const { name, defaultBranch } = act.repository
  const fork = makeRepository(act.world, { owner, name, private: act.repository.private, defaultBranch }, act.repository)
  for (const { name: ref, oid } of act.repository.git.refs('refs/heads')) fork.git.setRef(ref, oid)
  return fork
}

/** The fork disappears; its pulls stay, with a head that belongs to nobody (case 139). */
export function deleteRepository(world: World, repository: Repository): void {
  world.repositories.splice(world.repositories.indexOf(repository), 1)
  for (const base of world.repositories) {
    for (const pull of pullsOf(base)) if (pull.head.repository === fullName(repository)) pull.head.repository = null
  }
}

export type FilesCommit = {
  branch: string
  files: FileChanges
  message: string
  from?: string | undefined
  force?: boolean | undefined
}

/** Commits on a branch as a push of it would; `from` starts the branch there, which with `force` rewrites it. */
export function commitFiles(act: Act, wanted: FilesCommit): string {
  demand(act, needs.push)
  const { git } = act.repository
  const ref = `refs/heads/${wanted.branch}`
  const tip = git.branch(wanted.branch)
  const parent = wanted.from === undefined ? tip : (git.branch(wanted.from) ?? wanted.from)
  const author = { login: actorOf(act), at: act.world.now }
  const oid = writeCommit(git, { parents: parent === null ? [] : [parent], files: wanted.files, message: wanted.message, author })
  setBranch(act, { ref, before: tip, after: oid })
  return oid
}

export type RefMove = { ref: string; before: string | null; after: string | null }

const noCommit = '0'.repeat(40)

/** What GitHub does after any ref moved: a `push` event, and every pull brought up to date. */
export function afterPush(act: Act, move: RefMove): void {
  const { ref, before, after } = move
  send(act, 'push', {
    more: { ref, before: before ?? noCommit, after: after ?? noCommit, created: before === null, deleted: after === null },
  })
  syncPulls(act)
}

export function setBranch(act: Act, move: RefMove): void {
  const { git } = act.repository
  if (move.after === null) git.deleteRef(move.ref)
  else git.setRef(move.ref, move.after)
  afterPush(act, move)
}
