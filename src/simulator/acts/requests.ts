import { type Act, actorOf, demand, isCollaborator, needs } from '../access.ts'
import { unprocessable } from '../refusal.ts'
import { userOrNull } from '../rest/shapes/users.ts'
import { send } from '../webhooks.ts'
import type { Pull, ReviewRequest } from '../world/types.ts'
import { sameLogin } from '../world/world.ts'
import { record } from './timeline.ts'

export type Reviewers = { users: string[]; teams: string[] }

const strangers =
  'Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the'

/** The author, strangers and GITHUB_TOKEN's own bot cannot be asked; one wrong name refuses all (fact 7, cases 125, 126). */
function checkReviewers(act: Act, pull: Pull, wanted: Reviewers): void {
  const { world, repository } = act
  if (wanted.users.some(login => sameLogin(login, pull.author))) {
    throw unprocessable('Review cannot be requested from pull request author.')
  }
  const known = wanted.users.every(login => {
    const account = world.account(login)
    return account !== null && account.login !== 'github-actions' && isCollaborator(repository, login)
  })
  const teams = wanted.teams.every(slug => repository.teams.some(team => team.slug === slug))
  if (!known || !teams) throw unprocessable(`${strangers} ${repository.owner}/${repository.name} repository.`)
}

const isFor = (request: ReviewRequest, kind: 'user' | 'team', name: string) =>
  request.reviewer.kind === kind && request.reviewer.name.toLowerCase() === name.toLowerCase()

function add(act: Act, pull: Pull, reviewer: ReviewRequest['reviewer']): void {
  if (pull.requests.some(request => isFor(request, reviewer.kind, reviewer.name))) return
  pull.requests.push({ ...act.world.identity('RR'), reviewer, asCodeOwner: false })
  record(act, pull, { event: 'review_requested', reviewer: reviewer.name })
  send(act, 'pull_request.review_requested', { pull, more: askedOf(act, reviewer) })
}

const askedOf = (act: Act, reviewer: ReviewRequest['reviewer']) =>
  reviewer.kind === 'user'
    ? { requested_reviewer: userOrNull(act.world, reviewer.name) }
    : { requested_team: { slug: reviewer.name } }

export function requestReviewers(act: Act, pull: Pull, wanted: Reviewers): void {
  demand(act, needs.triagePull)
  checkReviewers(act, pull, wanted)
  for (const login of wanted.users) add(act, pull, { kind: 'user', name: act.world.account(login)?.login ?? login })
  for (const slug of wanted.teams) add(act, pull, { kind: 'team', name: slug })
}

export function removeReviewers(act: Act, pull: Pull, wanted: Reviewers): void {
  demand(act, needs.triagePull)
  const gone = pull.requests.filter(
    request =>
      wanted.users.some(login => isFor(request, 'user', login)) || wanted.teams.some(slug => isFor(request, 'team', slug)),
  )
  pull.requests = pull.requests.filter(request => !gone.includes(request))
  for (const request of gone) {
    record(act, pull, { event: 'review_request_removed', reviewer: request.reviewer.name })
    send(act, 'pull_request.review_request_removed', { pull, more: askedOf(act, request.reviewer) })
  }
}

/** A submitted review answers the request to its author, without an event. */
export function fulfil(act: Act, pull: Pull): void {
  const login = actorOf(act)
  pull.requests = pull.requests.filter(request => !isFor(request, 'user', login))
}
