import type { Claim } from '../markers/schema.ts'
import { actsOf, listedBy } from './acts.ts'
import { canonical } from './canonical.ts'
import { combinedOf, cycleOf } from './cycle.ts'
import { dayUseOf } from './day.ts'
import { deletionsOf, lostBefore } from './deletions.ts'
import { dismissalsOf } from './dismissals.ts'
import { engagementsOf } from './engagement.ts'
import type { Facts } from './facts.ts'
import { fixesOf } from './fixes.ts'
import type { Instant } from './ids.ts'
import { byTime, newest } from './order.ts'
import { ownThreads } from './own-threads.ts'
import { speakerOf } from './panel.ts'
import { pauseOf } from './pause.ts'
import { type Readings, readAll } from './readings.ts'
import { lateDecisions } from './rounds.ts'
import type { Deletion, EscalationComment, RebuildSettings, Snapshot, StatusComment, Verdict } from './snapshot.ts'
import { elsewhereOf, spendOf, startsOf } from './starts.ts'
import { isOwn, provesStatus, verdictsOf } from './verdicts.ts'

/** Only comments of this very account: it could not edit another's without spoiling it. */
const statusesOf = (readings: Readings, facts: Facts, reviewer: string): StatusComment[] =>
  readings.comments
    .flatMap(({ fact, reading }) => {
      if (
        reading.kind !== 'ours' ||
        reading.marker.kind !== 'status' ||
        reading.marker.reviewer !== reviewer ||
        !isOwn(fact, facts)
      )
        return []
      const { id, nodeId, createdAt, editedAt } = fact
      return [{ id, nodeId, createdAt, editedAt, edited: reading.edited, marker: reading.marker }]
    })
    .sort((a, b) => a.id - b.id)

const otherClaimsOf = (readings: Readings, facts: Facts, reviewer: string): Claim[] =>
  readings.comments.flatMap(({ fact, reading }) =>
    reading.kind === 'ours' && reading.marker.kind === 'status' && reading.marker.reviewer !== reviewer && isOwn(fact, facts)
      ? (reading.marker.claim ?? [])
      : [],
  )

/** The status comments of other reviewers, of this account or a trusted one; what another account edited is not trusted. */
const othersOf = (readings: Readings, reviewer: string): StatusComment[] => {
  const all = readings.comments
    .flatMap(({ fact, reading }): StatusComment[] => {
      if (reading.kind !== 'ours' || reading.marker.kind !== 'status' || reading.edited) return []
      const { id, nodeId, createdAt, editedAt } = fact
      return [{ id, nodeId, createdAt, editedAt, edited: false, marker: reading.marker }]
    })
    .filter(({ marker }) => marker.reviewer !== reviewer)
    .sort((a, b) => a.id - b.id)
  return all.filter(({ marker }, index) => all.findIndex(one => one.marker.reviewer === marker.reviewer) === index)
}

const escalationsOf = (readings: Readings): EscalationComment[] =>
  readings.comments.flatMap(({ fact, reading }) =>
    reading.kind === 'ours' && reading.marker.kind === 'escalation'
      ? [{ id: fact.id, at: reading.at ?? fact.createdAt, head: reading.marker.head, reason: reading.marker.reason }]
      : [],
  )

const pausedForPersonAt = (readings: Readings): Instant =>
  newest(
    readings.comments.flatMap(({ fact, reading }) =>
      reading.kind === 'ours' && reading.marker.kind === 'answer' && reading.marker.did === 'paused' ? [fact.createdAt] : [],
    ),
  )

const answeredBy = (readings: Readings): string[] =>
  readings.comments.flatMap(({ reading }) =>
    reading.kind === 'ours' && reading.marker.kind === 'answer' ? reading.marker.acts : [],
  )

type Traces = { verdicts: Verdict[]; deletions: Deletion[]; reviewer: string }

/** Gone = a verdict of ours proves that there was one, or another account deleted a comment of ours that may have been it. */
const healthOf = (status: StatusComment | null, { verdicts, deletions, reviewer }: Traces): Snapshot['statusHealth'] => {
  if (status !== null) return status.edited ? 'edited' : 'ok'
  const isProven = verdicts.some(verdict => provesStatus(verdict, reviewer))
  return isProven || deletions.length > 0 ? 'gone' : 'none'
}

type Heard = Pick<Snapshot, 'verdicts' | 'duplicates' | 'acts' | 'rounds'>
type Seats = { facts: Facts; settings: RebuildSettings; status: StatusComment | null; others: StatusComment[] }

/** What was said and what was asked: a decision that an older round came to too late is tidied away as a duplicate is, and serves nothing. */
const heardOf = (readings: Readings, seats: Seats): Heard => {
  const { verdicts: all, duplicates } = verdictsOf(readings, seats)
  const heard = (verdicts: Verdict[]) => actsOf({ ...seats, verdicts, listed: listedBy(verdicts, readings) })
  const first = heard(all)
  const late = lateDecisions(all, first.acts)
  if (late.length === 0) return { verdicts: all, duplicates, ...first }
  const verdicts = all.filter(one => !late.includes(one))
  return { verdicts, duplicates: [...duplicates, ...late.filter(one => !one.foreign)].sort(byTime), ...heard(verdicts) }
}

/** The one place where the state of a pull is made: a pure function of what GitHub says. Order and repeats of events change nothing. */
export const rebuild = (read: Facts, settings: RebuildSettings): Snapshot => {
  const facts = canonical(read)
  const { reviewer } = settings
  const readings = readAll(facts, settings)
  const statuses = statusesOf(readings, facts, reviewer)
  const status = statuses[0] ?? null
  const others = othersOf(readings, reviewer)
  const { verdicts, duplicates, acts, rounds } = heardOf(readings, { facts, settings, status, others })
  const { engagement, reset } = engagementsOf(facts, acts, settings)
  const engagedAt = engagement?.at ?? 0
  const speaker = speakerOf(settings)
  const fixes = fixesOf(readings, facts, speaker)
  // A member mends nothing: the panel's one list tells of starts of the panel's own.
  const pushes = speaker === reviewer ? (fixes.comments[0]?.marker.pushes.map(({ at }) => at) ?? []) : []
  const deletions = deletionsOf(facts)
  const lost = lostBefore(statuses[0], deletions).map(({ at }) => at)
  const past = { reviewer, status, others, verdicts, untold: [...pushes, ...lost], engagement, reset }
  return {
    facts,
    reviewer,
    panel: settings.panel,
    verdicts,
    duplicates,
    statuses,
    otherClaims: otherClaimsOf(readings, facts, reviewer),
    others,
    statusHealth: healthOf(status, { verdicts, deletions, reviewer }),
    deletions,
    acts,
    rounds,
    threads: ownThreads(facts, settings),
    dismissals: dismissalsOf(readings, { facts, settings }),
    answered: answeredBy(readings),
    engagement,
    reset,
    pause: pauseOf(facts, settings, {
      escalations: escalationsOf(readings),
      engagedAt,
      pausedForPersonAt: pausedForPersonAt(readings),
    }),
    fixes,
    cycle: cycleOf(combinedOf(verdicts), engagedAt),
    starts: startsOf(past),
    spend: spendOf(past),
    elsewhere: elsewhereOf(past),
    today: dayUseOf(readings, verdicts, facts),
    unreadable: readings.unreadable,
    ignored: readings.ignored,
  }
}
