import type { AgentOutcome, AgentSpec, Attempt } from '../agents/types.ts'
import { type Answer, type Combined, combine } from '../panel/combine.ts'
import type { Policy } from '../policy/schema.ts'
import type { ReviewedFinding } from '../review/decision.ts'
import { isOpenStatus } from '../review/decision.ts'
import type { JudgedFinding, Overall } from '../review/opinion.ts'
import { ask, askOpinion, type Decided, type Question, whyUnable } from './ask.ts'
import { opinionLine } from './opinion-work.ts'
import { questionOf } from './question.ts'
import { withTimeLeft } from './time-left.ts'
import type { Asked, Job, Told } from './work.ts'

/** One member that answered: with a review of its own (`overall` null), or with its opinion on the findings so far. */
export type MemberAnswer = {
  name: string
  agent: AgentSpec
  overall: Overall | null
  summary: string
  words: JudgedFinding[]
  findings: ReviewedFinding[]
}

export type DeadMember = { name: string; why: string }

/**
 * Who said what in a run that asked a whole panel. `short` = why it may not approve, `null` when enough have answered; `missing` = why
 * nothing could be decided, `null` when something was.
 */
export type PanelWork = { answers: MemberAnswer[]; dead: DeadMember[]; short: string | null; missing: string | null }

type Sitting = { job: Job; stop: AbortSignal; startedMs: number }
type Progress = { answers: MemberAnswer[]; dead: DeadMember[]; attempts: Attempt[] }

const answerOf = ({ name, findings, words }: MemberAnswer): Answer<ReviewedFinding> => ({
  member: name,
  findings,
  confirms: words.filter(word => word.says === 'confirm').map(word => word.id),
  refutes: words.filter(word => word.says === 'refute').map(word => word.id),
  edited: false,
})

const combinedOf = (answers: MemberAnswer[], policy: Policy): Combined<ReviewedFinding> =>
  combine(answers.map(answerOf), { members: policy.panel, quorum: policy['panel-quorum'] })

/** The findings so far, as the next member is to judge them. */
const soFar = (answers: MemberAnswer[], policy: Policy): ReviewedFinding[] =>
  combinedOf(answers, policy).findings.map(one => one.finding)

/** A member may take its share of what is left of the run's time; what it leaves over is the others'. */
const within = (question: Question, { job, startedMs }: Sitting, waiting: number): Question => ({
  ...question,
  limits: withTimeLeft(question.limits, { agents: job.deps.agents, startedMs }, waiting),
})

const reviewOf = async (name: string, sitting: Sitting, waiting: number): Promise<AgentOutcome<MemberAnswer>> => {
  const { job, stop } = sitting
  const asked = within(await questionOf(job, { reviewer: name, judged: null, stop }), sitting, waiting)
  const outcome = await ask(asked, job.deps.agents)
  if (outcome.kind !== 'answered') return outcome
  const { report, decided } = outcome.value
  const said = { name, agent: outcome.agent, overall: null, summary: report.summary, words: [], findings: decided.findings }
  return { ...outcome, value: said }
}

const opinionOf = async (
  name: string,
  sitting: Sitting,
  { waiting, review }: { waiting: number; review: ReviewedFinding[] },
): Promise<AgentOutcome<MemberAnswer>> => {
  const { job, stop } = sitting
  const asked = within(await questionOf(job, { reviewer: name, judged: review.filter(isOpenStatus), stop }), sitting, waiting)
  const outcome = await askOpinion(asked, review, job.deps.agents)
  if (outcome.kind !== 'answered') return outcome
  const { opinion, decided } = outcome.value
  const { overall, words, added } = decided
  job.pullRun.log(opinionLine(name, overall, { words, added: added.length }))
  return { ...outcome, value: { name, agent: outcome.agent, overall, summary: opinion.summary, words, findings: added } }
}

/** The members in the policy's order: the first that can answer reviews, each after it judges what was found so far. */
const asked = async (sitting: Sitting, progress: Progress): Promise<AgentOutcome<MemberAnswer> | null> => {
  const { pullRun, view } = sitting.job
  const { panel } = view.policy
  for (const [place, name] of panel.entries()) {
    const waiting = panel.length - place
    const isAnchor = progress.answers.length === 0
    pullRun.log(`panel  ${name}: ${isAnchor ? 'review' : 'second opinion'}`)
    const outcome = isAnchor
      ? await reviewOf(name, sitting, waiting)
      : await opinionOf(name, sitting, { waiting, review: soFar(progress.answers, view.policy) })
    progress.attempts.push(...outcome.attempts.map(attempt => ({ ...attempt, member: name })))
    if (outcome.kind === 'stopped') return { ...outcome, attempts: progress.attempts }
    if (outcome.kind === 'answered') progress.answers.push(outcome.value)
    else {
      progress.dead.push({ name, why: whyUnable(outcome.attempts) })
      pullRun.log(`panel  ${name} could not answer`)
    }
  }
  return null
}

const namesOf = (dead: DeadMember[]): string => dead.map(({ name, why }) => `${name} (${why})`).join('; ')

const shortOf = ({ answered, silent }: Combined<ReviewedFinding>, policy: Policy, dead: DeadMember[]): string | null => {
  const members = policy.panel.length
  const needed = policy['panel-quorum'] ?? members
  return answered.length < needed
    ? `cannot review: ${answered.length} of ${members} members of the panel answered, ${needed} are needed; no answer from ${namesOf(dead) || silent.join(', ')}`
    : null
}

/** Refuted by everybody else: it is kept as withdrawn, with the reasons, so that no later round finds it anew. */
const settledFindings = (combined: Combined<ReviewedFinding>, answers: MemberAnswer[]): ReviewedFinding[] =>
  combined.findings.map(({ finding, stands, refutedBy }) => {
    if (stands || !isOpenStatus(finding)) return finding
    const reasons = refutedBy.map(
      name => `${name}: ${answers.find(one => one.name === name)?.words.find(word => word.id === finding.id)?.reason ?? ''}`,
    )
    return { ...finding, status: 'withdrawn', reason: `refuted by ${reasons.join('; ')}`, reported: false }
  })

const toldOf = (progress: Progress, policy: Policy): Told | null => {
  const { answers, dead } = progress
  const [primary] = answers
  if (primary === undefined) return null
  const combined = combinedOf(answers, policy)
  const decided: Decided = {
    kind: 'decided',
    decision: combined.decision === 'fix-requested' ? 'fix-requested' : 'approved',
    findings: settledFindings(combined, answers),
  }
  const short = shortOf(combined, policy, dead)
  const panel: PanelWork = { answers, dead, short, missing: combined.decision === 'incomplete' ? short : null }
  return { decided, summary: primary.summary, agent: primary.agent, answer: answers, panel, opinion: null }
}

/**
 * Asks all members of the panel in one run: the first that can answer is the anchor and reviews, the others give their second
 * opinions, and one decision comes out. A member whose agents could not answer is dead: it is named, and never an approval.
 */
export const askPanel = async (job: Job, stop: AbortSignal): Promise<Asked> => {
  const progress: Progress = { answers: [], dead: [], attempts: [] }
  const sitting: Sitting = { job, stop, startedMs: job.deps.agents.now() }
  const stopped = await asked(sitting, progress)
  const outcome = stopped ?? { kind: 'unable', attempts: progress.attempts }
  const why = `cannot review: no member of the panel could answer: ${namesOf(progress.dead)}`
  return { told: stopped === null ? toldOf(progress, job.view.policy) : null, outcome, why }
}
