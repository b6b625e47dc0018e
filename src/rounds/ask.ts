import { costOf } from '../agents/cost.ts'
import { type AgentDeps, runAgents } from '../agents/run-agents.ts'
import type { AgentOutcome, AgentSpec, Attempt, Limits, Validated } from '../agents/types.ts'
import { decideReview, type PriorFinding, type ReviewDecision, type ReviewMode } from '../review/decision.ts'
import type { DiffFile } from '../review/diff.ts'
import type { DismissedById } from '../review/dismissed.ts'
import { type Opinion, opinionJsonSchema, readOpinion } from '../review/opinion.ts'
import { decideOpinion, type Judgeable, type OpinionDecision } from '../review/opinion-decision.ts'
import { type Report, readReport, reportJsonSchema } from '../review/report.ts'
import type { Sha } from '../snapshot/ids.ts'
import { scrubbedAnswer } from './scrubbed-answer.ts'

export type Decided = Extract<ReviewDecision, { kind: 'decided' }>

/** An agent's report that holds together, and the decision that code made from it. */
export type Answer = { report: Report; decided: Decided }

export type Question = {
  head: Sha
  files: DiffFile[]
  /** The exported copy. */
  copy: string
  mode: ReviewMode
  prior: PriorFinding[]
  dismissed: DismissedById
  brief: (complaint: string | null) => string
  chain: AgentSpec[]
  limits: Limits
  stop: AbortSignal
  journal: string | null
  /** The member of a panel that is asked; `null` = one reviewer alone. */
  member: string | null
  secrets: string[]
}

/** A second opinion that holds together, as code reads it. */
export type OpinionAnswer = { opinion: Opinion; decided: Extract<OpinionDecision, { kind: 'decided' }> }

/** A report that contradicts itself, or is for another head, is as malformed as one that cannot be read. */
const validator =
  (question: Question) =>
  (candidate: unknown): Validated<Answer> => {
    const { head, files, mode, prior, dismissed } = question
    const report = readReport(scrubbedAnswer(candidate, question))
    if (!report.ok) return report
    const decided = decideReview({ report: report.value, mode, prior, head, files, dismissed })
    return decided.kind === 'malformed'
      ? { ok: false, complaint: decided.complaint }
      : { ok: true, value: { report: report.value, decided } }
  }

const opinionValidator =
  (question: Question, review: Judgeable[]) =>
  (candidate: unknown): Validated<OpinionAnswer> => {
    const { head, files, mode } = question
    const opinion = readOpinion(scrubbedAnswer(candidate, question))
    if (!opinion.ok) return opinion
    const decided = decideOpinion({ opinion: opinion.value, review, mode, head, files })
    return decided.kind === 'malformed'
      ? { ok: false, complaint: decided.complaint }
      : { ok: true, value: { opinion: opinion.value, decided } }
  }

const common = ({ chain, brief, copy, limits, stop, journal, member, secrets }: Question) =>
  ({ access: 'read', chain, brief, workdir: copy, limits, stop, journal, member, secrets }) as const

/** Has the chain of agents review one head under supervision. */
export const ask = (question: Question, deps: AgentDeps): Promise<AgentOutcome<Answer>> =>
  runAgents({ ...common(question), purpose: 'review', answerSchema: reportJsonSchema, validate: validator(question) }, deps)

/** Has the chain of agents judge the findings of another's review of that head. */
export const askOpinion = (question: Question, review: Judgeable[], deps: AgentDeps): Promise<AgentOutcome<OpinionAnswer>> =>
  runAgents(
    { ...common(question), purpose: 'opinion', answerSchema: opinionJsonSchema, validate: opinionValidator(question, review) },
    deps,
  )

/** Every attempt counts, whatever came of it. */
export const costOfAll = (attempts: Attempt[]): { usd: number; estimated: boolean } =>
  attempts
    .map(costOf)
    .reduce((all, one) => ({ usd: all.usd + one.usd, estimated: all.estimated || one.estimated }), { usd: 0, estimated: false })

const numbersText = (numbers: number[]): string =>
  numbers.length === 1 ? `attempt ${numbers[0]}` : `attempts ${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`

/** The reason of every attempt; those of one agent that failed alike share a clause. */
export const whyUnable = (attempts: Attempt[]): string => {
  const alike = new Map<string, { first: Attempt; numbers: number[] }>()
  for (const attempt of attempts) {
    const key = JSON.stringify([attempt.agent, attempt.result, attempt.reason])
    const known = alike.get(key)
    if (known === undefined) alike.set(key, { first: attempt, numbers: [attempt.number] })
    else known.numbers.push(attempt.number)
  }
  const clauses = [...alike.values()].map(
    ({ first, numbers }) => `${first.agent}, ${numbersText(numbers)}: ${first.result} (${first.reason})`,
  )
  return clauses.length === 0 ? 'no agent could be started' : clauses.join('; ')
}
