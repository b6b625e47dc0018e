import { verdictForKey } from './claims.ts'
import type { Engagement, Spend, Starts, StatusComment, Verdict } from './snapshot.ts'

type Past = {
  reviewer: string
  status: StatusComment | null
  verdicts: Verdict[]
  engagement: Engagement | null
  reset: Engagement | null
}

const trustedOf = (status: StatusComment | null) => (status === null || status.edited ? null : status.marker)

/** Whether the newest claim has its verdict: then the row of starts without one is over, although nobody wrote that down yet. */
const isAnswered = ({ reviewer, status, verdicts }: Past): boolean => {
  const claim = trustedOf(status)?.claim ?? null
  return claim !== null && verdictForKey(verdicts, reviewer, claim) !== undefined
}

/**
 * Starts as the status comment counted them, and never fewer than the verdicts prove. An engagement newer than the one they
 * were counted from empties the count. Beside `starts` stands the time of the newest engagement of any kind, which ends the
 * row of starts without a verdict; beside `spend` that of the newest one that resets starts and spend.
 */
export const startsOf = (past: Past): Starts => {
  const { engagement, reset } = past
  const own = past.verdicts.filter(verdict => !verdict.foreign)
  const proven = { life: own.length, sinceEngagement: own.filter(verdict => verdict.at > (reset?.at ?? 0)).length }
  const trusted = trustedOf(past.status)
  if (trusted === null) return { ...proven, noVerdict: 0 }
  const { starts, spend } = trusted
  const counted = (reset?.at ?? 0) > spend.engagement ? 0 : starts.sinceEngagement
  const isRowOver = isAnswered(past) || (engagement?.at ?? 0) > starts.engagement
  return {
    life: Math.max(starts.life, proven.life),
    sinceEngagement: Math.max(counted, proven.sinceEngagement),
    noVerdict: isRowOver ? 0 : starts.noVerdict,
  }
}

const costOf = (verdicts: Verdict[]): number => verdicts.reduce((sum, verdict) => sum + (verdict.marker?.costUsd ?? 0), 0)

/** What the status comment added up, and never less than the verdicts tell. */
export const spendOf = ({ status, verdicts, reset }: Past): Spend => {
  const told = { life: costOf(verdicts), sinceEngagement: costOf(verdicts.filter(verdict => verdict.at > (reset?.at ?? 0))) }
  const spend = trustedOf(status)?.spend ?? null
  if (spend === null) return told
  const counted = (reset?.at ?? 0) > spend.engagement ? 0 : spend.sinceEngagement
  return { life: Math.max(spend.life, told.life), sinceEngagement: Math.max(counted, told.sinceEngagement) }
}
