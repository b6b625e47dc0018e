import { demand, may, needs, roleOf } from '../../access.ts'
import { iso } from '../../clock.ts'
import { forbidden, Refusal } from '../../refusal.ts'
import { resolve } from '../../rest/commits.ts'
import { pageUrl } from '../../rest/shapes/repositories.ts'
import type { Pull } from '../../world/types.ts'
import { fullName, pullsOf } from '../../world/world.ts'
import { connection } from '../connection.ts'
import { type Args, actIn, optionalNumber, optionalText, recordOf, type Table, textArg, textsArg } from '../resolver.ts'
import {
  actorSource,
  type BlobSource,
  type CommitSource,
  commitSource,
  issueSource,
  type LabelSource,
  labelSource,
  pullSource,
  type RefSource,
  type RepositorySource,
} from '../sources.ts'

const stateOf = (pull: Pull) => (pull.merged ? 'MERGED' : pull.state.toUpperCase())

function ordered(pulls: Pull[], args: Args): Pull[] {
  const { field, direction } = recordOf(args.orderBy)
  const at = (pull: Pull) => (field === 'UPDATED_AT' ? pull.updatedAt : pull.createdAt)
  const sign = direction === 'DESC' ? -1 : 1
  return [...pulls].sort((a, b) => sign * (at(a) - at(b) || a.number - b.number))
}

function filteredPulls({ repository }: RepositorySource, args: Args): Pull[] {
  const states = textsArg(args, 'states')
  const labels = textsArg(args, 'labels').map(name => name.toLowerCase())
  const named = (pull: Pull) =>
    repository.labels.filter(label => pull.labels.includes(label.id)).some(label => labels.includes(label.name.toLowerCase()))
  return pullsOf(repository)
    .filter(pull => states.length === 0 || states.includes(stateOf(pull)))
    .filter(pull => labels.length === 0 || named(pull))
    .filter(
      pull =>
        [null, pull.base.ref].includes(optionalText(args, 'baseRefName')) &&
        [null, pull.head.ref].includes(optionalText(args, 'headRefName')),
    )
}

const refOf = (source: RepositorySource, name: string): RefSource | null => {
  const full = name.startsWith('refs/') ? name : `refs/heads/${name}`
  const oid = source.repository.git.ref(full)
  return oid === null ? null : { __typename: 'Ref', repository: source.repository, name: full, oid }
}

const notResolved = (type: string, number: number) =>
  new Refusal(404, `Could not resolve to ${type} with the number of ${number}.`)

export const repositoryTable: Table<RepositorySource> = {
  id: source => source.repository.nodeId,
  databaseId: source => source.repository.id,
  name: source => source.repository.name,
  nameWithOwner: source => fullName(source.repository),
  owner: (source, _, context) => actorSource(context.world, source.repository.owner),
  isPrivate: source => source.repository.private,
  isFork: source => source.repository.forkOf !== null,
  autoMergeAllowed: source => source.repository.allowAutoMerge,
  isInOrganization: (source, _, context) => context.world.account(source.repository.owner)?.type === 'Organization',
  url: (source, _, context) => pageUrl(context.world, source.repository),
  viewerPermission: (source, _, context) => roleOf(source.repository, context.viewer.account?.login ?? '')?.toUpperCase() ?? null,
  defaultBranchRef: source => refOf(source, source.repository.defaultBranch),
  ref: (source, args) => refOf(source, textArg(args, 'qualifiedName')),
  object: (source, args, context) =>
    objectOf(source, args, may(context.viewer, source.repository, needs.readContents) ? actIn(context, source.repository) : null),
  label: (source, args) => {
    const label = source.repository.labels.find(known => known.name.toLowerCase() === textArg(args, 'name').toLowerCase())
    return label ? labelSource(label) : null
  },
  labels: (source, args) =>
    connection(args, { items: source.repository.labels, total: source.repository.labels.length, show: labelSource }),
  issue: (source, args, context) => {
    demand(actIn(context, source.repository), needs.readPull)
    const number = optionalNumber(args, 'number') ?? 0
    const issue = source.repository.issues.find(known => known.number === number && known.kind === 'issue')
    if (!issue) throw notResolved('an Issue', number)
    return issueSource(source.repository, issue)
  },
  pullRequest: (source, args, context) => {
    demand(actIn(context, source.repository), needs.readPull)
    const number = optionalNumber(args, 'number') ?? 0
    const pull = pullsOf(source.repository).find(known => known.number === number)
    if (!pull) throw notResolved('a PullRequest', number)
    return pullSource(source.repository, pull)
  },
  pullRequests: (source, args, context) => {
    demand(actIn(context, source.repository), needs.readPull)
    const all = ordered(filteredPulls(source, args), args)
    return connection(args, {
      items: context.view.shown(all),
      total: context.view.total(all),
      show: pull => pullSource(source.repository, pull),
    })
  },
}

/** `branch:path` or a commit; unreadable contents are forbidden, not missing. */
function objectOf(source: RepositorySource, args: Args, act: ReturnType<typeof actIn> | null): BlobSource | CommitSource | null {
  if (!act) throw new Refusal(403, 'Resource not accessible by integration')
  const expression = optionalText(args, 'expression') ?? optionalText(args, 'oid') ?? ''
  const split = expression.indexOf(':')
  const name = split < 0 ? expression : expression.slice(0, split)
  const oid = resolve(act, name === 'HEAD' ? source.repository.defaultBranch : name)
  if (oid === null) return null
  if (split < 0) return commitSource(source.repository, oid)
  const blob = source.repository.git.blob(oid, expression.slice(split + 1))
  return blob && { __typename: 'Blob', ...blob }
}

export const refTable: Table<RefSource> = {
  id: source => `REF_${source.repository.id}_${source.name}`,
  name: source => source.name.replace(/^refs\/(heads|tags)\//, ''),
  prefix: source => source.name.replace(/[^/]+$/, ''),
  target: source => commitSource(source.repository, source.oid),
}

export const commitTable: Table<CommitSource> = {
  id: source => `C_${source.oid}`,
  message: source => source.repository.git.commit(source.oid).message,
  abbreviatedOid: source => source.oid.slice(0, 7),
  committedDate: source => iso(source.repository.git.commit(source.oid).committer.at),
  parents: (source, args) => {
    const items = source.repository.git.commit(source.oid).parents.map(id => ({ id }))
    return connection(args, { items, total: items.length, show: ({ id }) => commitSource(source.repository, id) })
  },
  statusCheckRollup: (source, _, context) => {
    if (!may(context.viewer, source.repository, needs.readChecks)) throw forbidden()
    return { __typename: 'StatusCheckRollup', repository: source.repository, oid: source.oid }
  },
}

const isBinary = (content: Buffer) => content.subarray(0, 8000).includes(0)

export const blobTable: Table<BlobSource> = {
  id: source => `B_${source.oid}`,
  byteSize: source => source.content.length,
  isBinary: source => isBinary(source.content),
  // GitHub cuts texts at 512,000 bytes.
  isTruncated: source => source.content.length > 512_000,
  text: source => (isBinary(source.content) ? null : source.content.subarray(0, 512_000).toString('utf8')),
}

export const labelTable: Table<LabelSource> = {
  id: source => source.label.nodeId,
  name: source => source.label.name,
  color: source => source.label.color,
  description: source => source.label.description,
  createdAt: source => iso(source.label.createdAt),
}
