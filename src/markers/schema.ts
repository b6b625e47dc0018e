import * as z from 'zod'
import {
  binding,
  claim,
  count,
  type ending,
  endingKinds,
  findingState,
  id,
  instant,
  memberWord,
  opinion,
  roles,
  run,
  sha,
  text,
  usageOf,
  usd,
} from './fields.ts'

/** A review's machine-readable half. Occasion = the id of the newest act served, `first` when there is none. */
const verdictSchema = z.object({
  kind: z.literal('verdict'),
  ...binding,
  reviewer: text,
  head: sha,
  base: text,
  occasion: text,
  decision: z.enum(['approved', 'fix-requested']),
  mode: z.enum(['initial', 'rereview', 'convergence']),
  role: z.enum(roles),
  findings: z.array(findingState),
  acts: z.array(text),
  patch: z.string().nullable(),
  agent: text,
  attempts: count,
  /** `null` = the agent did not say. */
  costUsd: usd.nullable(),
  costEstimated: z.boolean(),
  inputTokens: count.nullable(),
  outputTokens: count.nullable(),
  run,
  nonce: text,
  /** The head whose approval this one carries on; `null` for a review of its own. */
  carriedFrom: sha.nullable(),
  /** Of an enricher only. */
  opinion: opinion.optional(),
  /**
   * The members of a panel in the policy's order: of its decision, and of the review of the first where a run that asked them all could
   * not decide. `publisher` = the member that published the decision.
   */
  members: z.array(memberWord).optional(),
  publisher: text.optional(),
  /** The native event that GitHub refused to this account: the review is a comment in its place. */
  refused: z.enum(['APPROVE', 'REQUEST_CHANGES']).optional(),
})

const findingSchema = z.object({ kind: z.literal('finding'), ...binding, id: text })

const statusSchema = z.object({
  kind: z.literal('status'),
  ...binding,
  reviewer: text,
  claim: claim.nullable(),
  starts: usageOf(count),
  spend: usageOf(usd),
  startsPerAct: z.record(z.string(), count),
  /** Heads that ended in `error`, the newest last; at most 20. */
  errors: z.array(sha),
  /** Closed claims, the newest last; at most 20. */
  history: z.array(
    z.object({ at: instant, head: sha, ending: z.enum(endingKinds).nullable(), reason: z.string(), run, recoveries: count }),
  ),
  /** Notices recorded before they were sent, by key; at most 50. A "?" at the end: not known to have been sent. */
  notices: z.array(text),
  /** The notice that the holder of this lock was about to send when it wrote this. */
  sending: z.object({ notice: text, lock: id }).optional(),
})

const escalationReasons = [
  'cycle-cap',
  'starts',
  'no-verdict',
  'pull-budget',
  'status-gone',
  'status-edited',
  'interrupted',
  'restored',
  'cannot-review',
  'fix-failed',
] as const
export type EscalationReason = (typeof escalationReasons)[number]

/** `reason` stays open text when read: one that only a newer release knows must still stop us. `head: null` = not told. */
const escalationSchema = z.object({
  kind: z.literal('escalation'),
  ...binding,
  head: sha.nullable(),
  reason: text,
  reviewer: text,
  run,
  nonce: text,
})

const answerSchema = z.object({
  kind: z.literal('answer'),
  ...binding,
  acts: z.array(text),
  outcome: z.enum(['refused', 'answered']),
  /** What was done for the request beside answering it: the pause that it asked for is that person's own. */
  did: z.enum(['paused']).optional(),
  /** Findings of a review that a person asked to have mended. */
  fix: z.object({ verdict: id, findings: z.array(text) }).optional(),
  /** Findings that a person with write access dismissed by the request that is answered. */
  dismissed: z.array(z.object({ finding: text, by: text, why: z.string() })).optional(),
  nonce: text,
})

/** `comment` = the author's comment that this records; null = this is the author's own comment. */
export const selfReviewSchema = z.object({
  kind: z.literal('self-review'),
  ...binding,
  head: sha,
  passed: z.boolean(),
  author: text,
  comment: id.nullable().default(null),
})

/** given-up = it pushed nothing twice; cancelled = the head moved on before it was mended. */
const fixStates = ['open', 'claimed', 'done', 'failed', 'given-up', 'cancelled'] as const

/** One finding to be mended. `verdict` = the id of the review that reported it: both together are the key. */
const fixTask = z.object({
  verdict: id,
  finding: text,
  state: z.enum(fixStates),
  attempts: count,
  /** Why the newest attempt pushed nothing; at most 200 characters. */
  why: z.string().optional(),
})

/** A commit of ours on the pull's branch. `silent` = pushed by the workflow's own token, for which GitHub starts no runs. */
/** `pending` = written down right before the push: whether it landed is for the branch to say. */
const fixPush = z.object({ commit: sha, parent: sha, at: instant, silent: z.boolean(), pending: z.boolean().optional() })

const fixTasksSchema = z.object({
  kind: z.literal('fix-tasks'),
  ...binding,
  reviewer: text,
  /** The newest last; at most 100. */
  tasks: z.array(fixTask),
  /** The newest last; at most 20. */
  pushes: z.array(fixPush),
})

/** Everything Countersign stores on a pull. Unknown keys are dropped when read. */
export const markerSchema = z.discriminatedUnion('kind', [
  verdictSchema,
  findingSchema,
  statusSchema,
  escalationSchema,
  answerSchema,
  selfReviewSchema,
  fixTasksSchema,
])

export type Marker = z.infer<typeof markerSchema>
export type MarkerKind = Marker['kind']
export type VerdictMarker = z.infer<typeof verdictSchema>
export type FindingMarker = z.infer<typeof findingSchema>
export type StatusMarker = z.infer<typeof statusSchema>
export type EscalationMarker = z.infer<typeof escalationSchema>
export type AnswerMarker = z.infer<typeof answerSchema>
export type SelfReviewMarker = z.infer<typeof selfReviewSchema>
export type FixTasksMarker = z.infer<typeof fixTasksSchema>
export type FixTask = z.infer<typeof fixTask>
export type Claim = z.infer<typeof claim>
export type Ending = z.infer<typeof ending>
export type FindingState = z.infer<typeof findingState>
export type RunRef = z.infer<typeof run>
export type Role = Claim['role']

export const markerKinds: readonly string[] = markerSchema.options.map(option => option.shape.kind.value)
