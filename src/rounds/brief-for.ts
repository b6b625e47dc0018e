import { type BriefInput, buildBrief, type NamedText } from '../brief/build-brief.ts'
import type { ToJudge } from '../brief/opinion.ts'
import type { Checkout } from '../git/checkout.ts'
import type { DiffBytes } from '../git/diff.ts'
import type { LeftOut } from '../git/tree-entries.ts'
import type { Claim } from '../markers/schema.ts'
import type { View } from '../observe/look.ts'
import type { Memory } from '../observe/memory.ts'
import type { ReviewMode } from '../review/decision.ts'
import type { DiffFile } from '../review/diff.ts'
import type { Prepared } from './prepare.ts'

export type BriefSource = {
  view: View
  claim: Claim
  prepared: Prepared
  mode: ReviewMode
  memory: Memory
  skills: NamedText[]
  judged: ToJudge[] | null
  nonce: string
  complaint: string | null
}

export const briefPullOf = ({ view, claim }: Pick<BriefSource, 'view' | 'claim'>): BriefInput['pull'] => {
  const { pull, repository } = view.snapshot.facts
  return {
    number: pull.number,
    repository: repository.nameWithOwner,
    title: pull.title,
    body: pull.body,
    author: pull.author?.login ?? null,
    base: { ref: pull.base.ref, sha: pull.base.oid },
    head: { ref: pull.head.ref, sha: claim.head },
    labels: pull.labels,
  }
}

/** What the agent is told about a claimed head. */
export const briefFor = (source: BriefSource): string => {
  const { view, prepared, mode, memory, judged, skills, nonce, complaint } = source
  return buildBrief({
    nonce,
    mode,
    pull: briefPullOf(source),
    prior: memory.prior,
    talk: memory.talk,
    judged,
    files: prepared.files,
    truncated: prepared.diff.truncated,
    delta: prepared.delta,
    skills,
    conventions: prepared.conventions,
    leftOut: prepared.leftOut,
    withheld: view.policy['excluded-paths'],
    complaint,
  })
}

export type LocalSource = {
  checkout: Checkout
  base: string
  files: DiffFile[]
  diff: DiffBytes
  leftOut: LeftOut[]
  withheld: readonly string[]
  skills: NamedText[]
  conventions: NamedText[]
  nonce: string
  complaint: string | null
}

/** What the agent is told about a checkout: there is no pull request, so nothing but the branches names it. */
export const localBrief = ({ checkout, base, diff, ...source }: LocalSource): string =>
  buildBrief({
    ...source,
    mode: 'initial',
    pull: {
      number: 0,
      repository: 'this checkout',
      title: `changes of ${checkout.branch}`,
      body: '',
      author: null,
      base: { ref: base, sha: checkout.mergeBase },
      head: { ref: checkout.branch, sha: checkout.head },
      labels: [],
    },
    prior: [],
    talk: [],
    truncated: diff.truncated,
    delta: null,
  })
