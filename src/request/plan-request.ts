import { skillLabel } from '../brief/skills.ts'
import type { RequestedReviewers } from '../github/requested-reviewers.ts'
import type { Asked } from '../github/writer-request.ts'
import type { Policy } from '../policy/schema.ts'
import { isViewer } from '../snapshot/accounts.ts'
import type { Permission } from '../snapshot/facts.ts'
import type { Login } from '../snapshot/ids.ts'
import { sameLabel } from '../snapshot/pause.ts'
import { selfReviewOf } from '../snapshot/self-review.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { standingOf } from '../snapshot/standing.ts'
import { safeMarkdown } from '../text/safe.ts'
import { namedReviewers } from './reviewers.ts'

export type Wanted = { reviewers: string[]; skills: string[]; note: string | null }

/** Who asks, and what they may do here. */
export type Caller = { login: Login; permission: Permission }

export type RequestInput = {
  snapshot: Snapshot
  /** The same pull as the account sees it that reviews here; see `answersOf`. */
  answers: Snapshot
  policy: Policy
  caller: Caller
  wanted: Wanted
  requested: RequestedReviewers
  /** Names of skills that there are. */
  skills: readonly string[]
}

/** What is written, in this order; nothing at all when it is refused. `relabel` = the ask label is on from before: it is set anew. */
export type RequestPlan =
  | { kind: 'refused'; why: string; cure: string }
  | { kind: 'ask'; labels: string[]; relabel: string | null; reviewers: Asked[]; note: string | null; said: string[] }

const refused = (why: string, cure: string): RequestPlan => ({ kind: 'refused', why, cure })

const refusalOf = ({ snapshot, policy, caller, wanted, skills }: RequestInput): RequestPlan | null => {
  const { pull, repository } = snapshot.facts
  if (pull.state !== 'OPEN') return refused(`the pull request is ${pull.state.toLowerCase()}`, 'reopen it, or open another')
  if (caller.permission !== 'admin' && caller.permission !== 'write')
    return refused(`${caller.login} has no write access here`, 'let somebody ask who has')
  const unknown = wanted.skills.filter(name => !skills.includes(name.toLowerCase()))
  if (unknown.length > 0) return refused(`no skill is named ${unknown.join(', ')}`, `take some of ${skills.join(', ')}`)
  if (caller.login !== pull.author?.login) return null
  const own = selfReviewOf(snapshot.facts, policy.mention)
  if (own?.passed) return null
  const head = pull.head.oid.slice(0, 7)
  return refused(
    `the pull request is ${caller.login}’s own, and ${own === undefined ? `it has no self-review of its head ${head}` : `the self-review of its head ${head} says that it is not ready`}`,
    `record one first: self-review ${repository.nameWithOwner}#${pull.number} --changed … --verified … --ready …, or as a comment: @${policy.mention} self-review`,
  )
}

const skillLabelOf = (name: string, { policy }: RequestInput): string => {
  const rule = Object.entries(policy.skills).find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1]
  return rule?.label ?? skillLabel(name.toLowerCase())
}

type Labels = { labels: string[]; relabel: string | null; said: string[] }

/**
 * A head that has its answer is not asked for again. On any other, the ask label that stands from an earlier request asks no more
 * once that one was answered: taken off and set again it is a request anew.
 */
const labelsOf = (input: RequestInput): Labels => {
  const { answers, policy, wanted } = input
  const { facts } = input.snapshot
  const isOn = (label: string): boolean => facts.pull.labels.some(name => sameLabel(name, label))
  const { ask } = policy.labels
  const skills = [...new Set(wanted.skills.map(name => skillLabelOf(name, input)))].filter(label => !isOn(label))
  const decision = standingOf(answers, false)?.decision ?? null
  if (decision !== null)
    return {
      labels: skills,
      relabel: null,
      said: [`Countersign has answered this head: ${decision}; to have it reviewed again, comment @${policy.mention} review`],
    }
  if (!isOn(ask)) return { labels: [ask, ...skills], relabel: null, said: [] }
  const isOpen = answers.acts.some(act => act.state.kind === 'open' || act.state.kind === 'needs-permission')
  const isStale = answers.verdicts.length > 0 && !isOpen
  if (!isStale) return { labels: skills, relabel: null, said: [`the label ${ask} is on already`] }
  return { labels: [ask, ...skills], relabel: ask, said: [] }
}

const isSaid = (note: string, { facts }: Snapshot): boolean =>
  facts.comments.some(
    ({ body, author, viewerDidAuthor }) => (viewerDidAuthor || isViewer(author, facts.viewer)) && body.trim() === note,
  )

/** What a request does, from what stands on the pull: asked again, it completes what is missing. Pure. */
export const planRequest = (input: RequestInput): RequestPlan => {
  const refusal = refusalOf(input)
  if (refusal !== null) return refusal
  const { snapshot, policy, wanted, requested } = input
  const named = namedReviewers(wanted.reviewers, { facts: snapshot.facts, policy, requested })
  const { said, ...labels } = labelsOf(input)
  const note = safeMarkdown(wanted.note?.trim() ?? '')
  return {
    kind: 'ask',
    ...labels,
    reviewers: named.flatMap(one => (one.kind === 'ask' ? [one.who] : [])),
    note: note === '' || isSaid(note, snapshot) ? null : note,
    said: [...said, ...named.flatMap(one => (one.kind === 'not' ? [`${one.name}: ${one.why}`] : []))],
  }
}
