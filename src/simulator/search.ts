import { canSee, type Viewer } from './access.ts'
import { unprocessable } from './refusal.ts'
import { labelsOf } from './rest/shapes/issues.ts'
import type { View } from './view.ts'
import type { Issue, Pull, Repository } from './world/types.ts'
import { fullName, sameLogin, type World } from './world/world.ts'

export type Hit = { repository: Repository; issue: Issue | Pull }

/** `key:value`, `key:"two words"`, `-key:value`, or a word. */
const termsOf = (query: string) =>
  [...query.matchAll(/(-?)(?:([a-z-]+):)?(?:"([^"]*)"|(\S+))/g)].map(match => ({
    not: match[1] === '-',
    key: match[2] ?? null,
    value: match[3] ?? match[4] ?? '',
  }))

const isRequested = (issue: Issue | Pull, login: string) =>
  issue.kind === 'pull' &&
  issue.requests.some(request => request.reviewer.kind === 'user' && sameLogin(request.reviewer.name, login))

function isState(issue: Issue | Pull, state: string): boolean {
  switch (state) {
    case 'pr':
      return issue.kind === 'pull'
    case 'issue':
      return issue.kind === 'issue'
    case 'merged':
      return issue.kind === 'pull' && issue.merged !== null
    case 'draft':
      return issue.kind === 'pull' && issue.draft
    default:
      return issue.state === state
  }
}

function comparesTo(at: number, range: string): boolean {
  const match = /^(>=|>|<=|<)?(.+)$/.exec(range)
  const then = Date.parse(match?.[2] ?? '') / 1000
  const sign = match?.[1]
  if (sign === '>=') return at >= then
  if (sign === '>') return at > then
  if (sign === '<=') return at <= then
  return sign === '<' ? at < then : at >= then && at < then + 86_400
}

type Test = (hit: Hit, value: string, world: World) => boolean
const tests: Record<string, Test> = {
  is: ({ issue }, value) => isState(issue, value),
  state: ({ issue }, value) => isState(issue, value),
  type: ({ issue }, value) => isState(issue, value),
  draft: ({ issue }, value) => (issue.kind === 'pull' && issue.draft) === (value === 'true'),
  repo: ({ repository }, value) => fullName(repository).toLowerCase() === value.toLowerCase(),
  label: ({ repository, issue }, value) =>
    labelsOf(repository, issue).some(label => label.name.toLowerCase() === value.toLowerCase()),
  author: ({ issue }, value) => sameLogin(issue.author, value.replace(/^app\//, '')),
  'review-requested': ({ issue }, value) => isRequested(issue, value),
  base: ({ issue }, value) => issue.kind === 'pull' && issue.base.ref === value,
  head: ({ issue }, value) => issue.kind === 'pull' && issue.head.ref === value,
  updated: ({ issue }, value) => comparesTo(issue.updatedAt, value),
  created: ({ issue }, value) => comparesTo(issue.createdAt, value),
  closed: ({ issue }, value) => issue.closedAt !== null && comparesTo(issue.closedAt, value),
  commenter: ({ issue }, value) => issue.comments.some(comment => sameLogin(comment.author, value)),
}

/** GitHub's issue search, newest first; its index may be seconds behind, as the view says (case 118). */
export function searchIssues(world: World, viewer: Viewer, of: { query: string; view: View }): Hit[] {
  const terms = termsOf(of.query).filter(term => term.key !== 'sort' && term.key !== 'archived')
  const unknown = terms.find(term => term.key !== null && !(term.key in tests))
  if (unknown) throw unprocessable(`The simulator's search does not know "${unknown.key}:"`)
  const me = viewer.account?.login ?? ''
  const holds = (hit: Hit) =>
    terms.every(({ not, key, value }) => {
      const test = key === null ? undefined : tests[key]
      const yes = test
        ? test(hit, value === '@me' ? me : value, world)
        : `${hit.issue.title} ${hit.issue.body}`.toLowerCase().includes(value.toLowerCase())
      return yes !== not
    })
  const hits = world.repositories
    .filter(repository => canSee(viewer, repository))
    .flatMap(repository => of.view.shown(repository.issues).map(issue => ({ repository, issue })))
  return hits.filter(holds).sort((a, b) => b.issue.createdAt - a.issue.createdAt || b.issue.id - a.issue.id)
}
