import type { Engagement, Spend, StatusComment, Starts, Verdict } from './snapshot.ts'

type Past = { status: StatusComment | null; verdicts: Verdict[]; engagement: Engagement | null; reset: Engagement | null }

/**
 * Starts as the status comment counted them; an engagement newer than the one they were counted from empties the count.
 * Without a readable status comment every verdict stands for one start.
 */
export const startsOf = ({ status, verdicts, engagement, reset }: Past): Starts => {
  const trusted = status !== null && !status.edited ? status.marker.starts : null
  if (trusted === null) return { life: verdicts.length, sinceEngagement: verdicts.length, noVerdict: 0 }
  const restarted = (reset?.at ?? 0) > trusted.engagement
  const verdictSince = verdicts.some(verdict => verdict.at >= (status?.marker.claim?.since ?? Number.POSITIVE_INFINITY))
  const engagedSince = (engagement?.at ?? 0) > Math.max(trusted.engagement, status?.marker.claim?.since ?? 0)
  return {
    life: Math.max(trusted.life, verdicts.filter(verdict => !verdict.foreign).length),
    sinceEngagement: restarted ? 0 : trusted.sinceEngagement,
    noVerdict: verdictSince || engagedSince ? 0 : trusted.noVerdict,
  }
}

export const spendOf = ({ status, verdicts, reset }: Past): Spend => {
  const trusted = status !== null && !status.edited ? status.marker.spend : null
  const told = verdicts.reduce((sum, verdict) => sum + (verdict.marker?.costUsd ?? 0), 0)
  if (trusted === null) return { life: told, sinceEngagement: told }
  const restarted = (reset?.at ?? 0) > trusted.engagement
  return { life: Math.max(trusted.life, told), sinceEngagement: restarted ? 0 : trusted.sinceEngagement }
}
