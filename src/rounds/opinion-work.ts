import type { ToJudge } from '../brief/opinion.ts'
import { readMarker } from '../markers/read.ts'
import type { FindingState } from '../markers/schema.ts'
import { settingsOf } from '../observe/context.ts'
import type { ReviewedFinding } from '../review/decision.ts'
import { isOpenStatus } from '../review/decision.ts'
import type { JudgedFinding, Overall } from '../review/opinion.ts'
import { markerContextOf } from '../snapshot/readings.ts'
import type { Verdict } from '../snapshot/snapshot.ts'
import { askOpinion, type Decided } from './ask.ts'
import { questionOf } from './question.ts'
import type { Asked, Job, Told } from './work.ts'

/** A member's word on the primary review. */
export type OpinionGiven = { overall: Overall; words: (JudgedFinding & { title: string; blocking: boolean })[] }

/** The texts of the findings, which stand in the inline comments of the primary review. */
const textsOf = ({ pullRun, view }: Job): Map<string, string> => {
  const { facts } = view.snapshot
  const context = markerContextOf(facts, settingsOf(pullRun, view.policy))
  return new Map(
    facts.threads.flatMap(thread =>
      thread.comments.flatMap(comment => {
        const reading = readMarker(comment, context)
        if (reading.kind !== 'ours' || reading.edited || reading.marker.kind !== 'finding') return []
        return [[reading.marker.id, comment.body.slice(0, comment.body.lastIndexOf('\n'))] as const]
      }),
    ),
  )
}

const judgedOf = (job: Job, findings: FindingState[]): ToJudge[] => {
  const texts = textsOf(job)
  return findings.filter(isOpenStatus).map(finding => ({
    ...finding,
    title: finding.title ?? '',
    body: texts.get(finding.id) ?? '',
  }))
}

/** What a second opinion comes to by itself: a fix where it adds a blocking finding or confirms one. */
export const leaningOf = ({ words }: OpinionGiven, added: ReviewedFinding[]): Decided['decision'] =>
  added.some(one => one.blocking && isOpenStatus(one)) || words.some(word => word.says === 'confirm' && word.blocking)
    ? 'fix-requested'
    : 'approved'

/** A second opinion in one line of the log. */
export const opinionLine = (
  name: string,
  overall: Overall,
  { words, added }: { words: JudgedFinding[]; added: number },
): string => {
  const count = (says: JudgedFinding['says']): number => words.filter(word => word.says === says).length
  return `panel  ${name}: ${overall}; ${count('confirm')} confirmed, ${count('refute')} refuted, ${added} added`
}

/** Has a member's agents judge the primary review. */
export const askSecond = async (job: Job, primary: Verdict, stop: AbortSignal): Promise<Asked> => {
  const { reviewer } = job.pullRun
  const review = primary.marker?.findings ?? []
  const question = await questionOf(job, { reviewer, judged: judgedOf(job, review), stop })
  const outcome = await askOpinion(question, review, job.deps.agents)
  if (outcome.kind !== 'answered') return { told: null, outcome, why: null }
  const { opinion, decided } = outcome.value
  const words = decided.words.map(word => {
    const judged = review.find(one => one.id === word.id)
    return { ...word, title: judged?.title ?? word.id, blocking: judged?.blocking ?? false }
  })
  const given: OpinionGiven = { overall: decided.overall, words }
  job.pullRun.log(opinionLine(reviewer, decided.overall, { words, added: decided.added.length }))
  const told: Told = {
    decided: { kind: 'decided', decision: leaningOf(given, decided.added), findings: decided.added },
    summary: opinion.summary,
    agent: outcome.agent,
    answer: opinion,
    panel: null,
    opinion: given,
  }
  return { told, outcome, why: null }
}

/** A review that comes after the primary, as an opinion on it: what both found is confirmed, the rest is added, nothing is refuted. */
export const asOpinion = (findings: ReviewedFinding[], primary: Verdict): { opinion: OpinionGiven; added: ReviewedFinding[] } => {
  const open = (primary.marker?.findings ?? []).filter(isOpenStatus)
  const both = open.filter(one => findings.some(own => own.id === one.id && isOpenStatus(own)))
  const added = findings.filter(own => isOpenStatus(own) && !open.some(one => one.id === own.id))
  const words = both.map(one => ({
    id: one.id,
    says: 'confirm' as const,
    reason: 'found independently',
    title: one.title ?? one.id,
    blocking: one.blocking,
  }))
  const overall = added.some(one => one.blocking) ? 'mixed' : 'agree'
  return { opinion: { overall, words }, added }
}
