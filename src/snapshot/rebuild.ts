import { actsOf, listedBy } from './acts.ts'
import { combinedOf, cycleOf } from './cycle.ts'
import { engagementsOf } from './engagement.ts'
import type { Facts } from './facts.ts'
import { pauseOf } from './pause.ts'
import { type Readings, readAll } from './readings.ts'
import type { EscalationComment, RebuildSettings, Snapshot, StatusComment, Verdict } from './snapshot.ts'
import { spendOf, startsOf } from './starts.ts'
import { verdictsOf } from './verdicts.ts'

const statusesOf = (readings: Readings, reviewer: string): StatusComment[] =>
  readings.comments
    .flatMap(({ fact, reading }) =>
      reading.kind === 'ours' && reading.marker.kind === 'status' && reading.marker.reviewer === reviewer
        ? [{ id: fact.id, nodeId: fact.nodeId, createdAt: fact.createdAt, edited: reading.edited, marker: reading.marker }]
        : [],
    )
    .sort((a, b) => a.id - b.id)

const escalationsOf = (readings: Readings): EscalationComment[] =>
  readings.comments.flatMap(({ fact, reading }) =>
    reading.kind === 'ours' && reading.marker.kind === 'escalation'
      ? [{ id: fact.id, at: reading.at ?? fact.createdAt, head: reading.marker.head, reason: reading.marker.reason }]
      : [],
  )

const healthOf = (status: StatusComment | null, verdicts: Verdict[], reviewer: string): Snapshot['statusHealth'] => {
  if (status !== null) return status.edited ? 'edited' : 'ok'
  return verdicts.some(verdict => !verdict.foreign && verdict.reviewer === reviewer) ? 'gone' : 'none'
}

/** The one place where the state of a pull is made: a pure function of what GitHub says. Order and repeats of events change nothing. */
export const rebuild = (facts: Facts, settings: RebuildSettings): Snapshot => {
  const readings = readAll(facts, settings)
  const { verdicts, duplicates } = verdictsOf(readings, { facts, settings })
  const listed = listedBy(verdicts, readings)
  const acts = actsOf(facts, settings, { verdicts, listed })
  const { engagement, reset } = engagementsOf(facts, acts, settings)
  const engagedAt = engagement?.at ?? 0
  const statuses = statusesOf(readings, settings.reviewer)
  const status = statuses[0] ?? null
  const past = { status, verdicts, engagement, reset }
  return {
    facts,
    reviewer: settings.reviewer,
    verdicts,
    duplicates,
    statuses,
    statusHealth: healthOf(status, verdicts, settings.reviewer),
    acts,
    engagement,
    reset,
    pause: pauseOf(facts, settings, { escalations: escalationsOf(readings), engagedAt }),
    cycle: cycleOf(combinedOf(verdicts, settings), engagedAt),
    starts: startsOf(past),
    spend: spendOf(past),
    unreadable: readings.unreadable,
    ignored: readings.ignored,
  }
}
