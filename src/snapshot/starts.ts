import { LEGACY_REVIEWER } from '../markers/legacy.ts'
import { PANEL } from '../panel/names.ts'
import { verdictForKey } from './claims.ts'
import type { Instant } from './ids.ts'
import { isOfOneRun } from './panel.ts'
import type { Engagement, Snapshot, Spend, Starts, StatusComment, Used, Verdict } from './snapshot.ts'

type Past = {
  reviewer: string
  status: StatusComment | null
  others: StatusComment[]
  verdicts: Verdict[]
  /** Starts of this reviewer that no verdict tells: when its fixes were pushed, and when what may have been its status comment was deleted. */
  untold: Instant[]
  engagement: Engagement | null
  reset: Engagement | null
}

const trustedOf = (status: StatusComment | null) => (status === null || status.edited ? null : status.marker)

/** Whether the newest claim has its verdict: then the row of starts without one is over, although nobody wrote that down yet. */
const isAnswered = ({ reviewer, status, verdicts }: Past): boolean => {
  const claim = trustedOf(status)?.claim ?? null
  return claim !== null && verdictForKey(verdicts, reviewer, claim) !== undefined
}

/** How many starts a verdict proves: one of each member where a run asked a whole panel, none where members had runs of their own. */
const startsBehind = ({ marker }: Verdict): number => {
  if (marker?.role !== 'panel' && marker?.members === undefined) return 1
  return marker.attempts > 0 ? Math.max(1, marker.members?.length ?? 1) : 0
}

const startsIn = (verdicts: Verdict[]): number => verdicts.reduce((sum, verdict) => sum + startsBehind(verdict), 0)
const costIn = (verdicts: Verdict[]): number => verdicts.reduce((sum, verdict) => sum + (verdict.marker?.costUsd ?? 0), 0)

/** What the verdicts alone tell, by what each adds. */
const provenBy = (sum: (verdicts: Verdict[]) => number, verdicts: Verdict[], resetAt: Instant): Spend => ({
  life: sum(verdicts),
  sinceEngagement: sum(verdicts.filter(verdict => verdict.at > resetAt)),
})

type Counted = { amounts: Spend; resetAt: Instant } | null

/** Never less than what the verdicts prove; a reset newer than the one it was counted from empties the count. */
const atLeast = (counted: Counted, proven: Spend, resetAt: Instant): Spend => {
  if (counted === null) return proven
  const sinceEngagement = resetAt > counted.resetAt ? 0 : counted.amounts.sinceEngagement
  return {
    life: Math.max(counted.amounts.life, proven.life),
    sinceEngagement: Math.max(sinceEngagement, proven.sinceEngagement),
  }
}

/** Each of these was a start, or may have been, whatever became of the comment that counted it. */
const withUntold = ({ life, sinceEngagement }: Spend, untold: Instant[], resetAt: Instant): Spend => ({
  life: life + untold.length,
  sinceEngagement: sinceEngagement + untold.filter(at => at > resetAt).length,
})

type Proof = { verdicts: Verdict[]; untold: Instant[] }

const usedBy = (status: StatusComment | null, { verdicts, untold }: Proof, resetAt: Instant): Used => {
  const trusted = trustedOf(status)
  const counted = (amounts: Spend | undefined): Counted =>
    amounts === undefined || trusted === null ? null : { amounts, resetAt: trusted.spend.engagement }
  return {
    starts: atLeast(counted(trusted?.starts), withUntold(provenBy(startsIn, verdicts, resetAt), untold, resetAt), resetAt),
    spend: atLeast(counted(trusted?.spend), provenBy(costIn, verdicts, resetAt), resetAt),
  }
}

/** In whose status comment it was counted. */
const countedBy = (verdict: Verdict): string => (isOfOneRun(verdict) ? PANEL : verdict.reviewer)

/** The verdicts that this reviewer's own count must cover: each counts for itself. */
const ownOf = ({ verdicts, reviewer }: Past): Verdict[] =>
  verdicts.filter(verdict => !verdict.foreign && countedBy(verdict) === reviewer)

const ownUse = (past: Past): Used => usedBy(past.status, { verdicts: ownOf(past), untold: past.untold }, past.reset?.at ?? 0)

/**
 * Starts as the status comment counted them, and never fewer than the verdicts prove. Beside `starts` stands the time of the newest
 * engagement of any kind, which ends the row of starts without a verdict; beside `spend` that of the newest one that resets both.
 */
export const startsOf = (past: Past): Starts => {
  const { starts } = ownUse(past)
  const trusted = trustedOf(past.status)
  const isRowOver = trusted === null || isAnswered(past) || (past.engagement?.at ?? 0) > trusted.starts.engagement
  return { ...starts, noVerdict: isRowOver ? 0 : trusted.starts.noVerdict }
}

/** What the status comment added up, and never less than the verdicts tell. */
export const spendOf = (past: Past): Spend => {
  const { spend } = ownUse(past)
  return spend
}

const added = (one: Spend, other: Spend): Spend => ({
  life: one.life + other.life,
  sinceEngagement: one.sinceEngagement + other.sinceEngagement,
})

/** What all reviewers of the pull used together: so the rules count. */
export const usedInAll = ({ starts, spend, elsewhere }: Pick<Snapshot, 'starts' | 'spend' | 'elsewhere'>): Used => ({
  starts: added(starts, elsewhere.starts),
  spend: added(spend, elsewhere.spend),
})

/** What all other reviewers used, members of a panel or not: the bounds are for the pull. The older family counted nothing. */
export const elsewhereOf = ({ reviewer, others, verdicts, reset }: Past): Used => {
  const nothing = { life: 0, sinceEngagement: 0 }
  const elsewhere = verdicts.filter(verdict => ![reviewer, LEGACY_REVIEWER].includes(countedBy(verdict)))
  const names = [...new Set([...others.map(({ marker }) => marker.reviewer), ...elsewhere.map(countedBy)])]
  const used = names.map(name =>
    usedBy(
      others.find(({ marker }) => marker.reviewer === name) ?? null,
      { verdicts: elsewhere.filter(one => countedBy(one) === name), untold: [] },
      reset?.at ?? 0,
    ),
  )
  const sum = (amounts: Spend[]): Spend => amounts.reduce(added, nothing)
  return { starts: sum(used.map(one => one.starts)), spend: sum(used.map(one => one.spend)) }
}
