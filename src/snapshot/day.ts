import { unknownCost } from '../agents/cost.ts'
import type { StatusMarker } from '../markers/schema.ts'
import { endingOf } from './claims.ts'
import type { Facts } from './facts.ts'
import { dayOf } from './ids.ts'
import type { Readings } from './readings.ts'
import type { DayUse, Verdict } from './snapshot.ts'

/** A claim that nobody has closed may cost as much as an attempt that told nothing. */
const openCost = ({ claim }: StatusMarker, day: string): number =>
  claim !== null && !claim.flagged && endingOf(claim) === null && dayOf(claim.since) === day ? unknownCost.usd : 0

/** One status comment a reviewer counts: the first, unless another account edited it. */
const statusesOf = ({ comments }: Readings): StatusMarker[] => {
  const first = new Map<string, StatusMarker>()
  for (const { fact, reading } of [...comments].sort((a, b) => a.fact.id - b.fact.id)) {
    if (reading.kind !== 'ours' || reading.edited || reading.marker.kind !== 'status') continue
    const key = `${fact.author?.login ?? ''} ${reading.marker.reviewer}`
    if (!first.has(key)) first.set(key, reading.marker)
  }
  return [...first.values()]
}

/**
 * What was started and spent on this pull on the UTC day of the read, by every reviewer whose markers count. A start counts from
 * its claim on, whatever became of it; both are never less than the verdicts of the day tell.
 */
export const dayUseOf = (readings: Readings, verdicts: Verdict[], { observedAt }: Facts): DayUse => {
  const day = dayOf(observedAt)
  const statuses = statusesOf(readings)
  const today = verdicts.filter(verdict => dayOf(verdict.at) === day && !verdict.carried)
  const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0)
  return {
    runs: Math.max(sum(statuses.map(({ starts }) => starts.perDay[day] ?? 0)), today.length),
    usd: Math.max(
      sum(statuses.map(status => (status.spend.perDay[day] ?? 0) + openCost(status, day))),
      sum(today.map(({ marker }) => marker?.costUsd ?? unknownCost.usd)),
    ),
  }
}
