import { planSweep, type SweepPlan, type SweptPull, type Work } from '../decide/plan-sweep.ts'
import { hasDailyBudget } from '../decide/rules/daily-budget.ts'
import { isWorthALook, membersAtWork } from '../decide/sweep-members.ts'
import { GitHubError, NotThereError } from '../github/errors.ts'
import { type Row, type RowList, type RowPage, rowPages } from '../github/rows.ts'
import { lockOf, type PullRun, settingsOf, takeSeat } from '../observe/context.ts'
import { addUse, isOfToday } from '../observe/day.ts'
import { look, UNHELD } from '../observe/look.ts'
import { policyOf } from '../observe/policy.ts'
import { defaultPolicy, type Policy } from '../policy/schema.ts'
import { dayOf } from '../snapshot/ids.ts'
import { rebuild } from '../snapshot/rebuild.ts'
import type { Act, DayUse } from '../snapshot/snapshot.ts'
import { type Past, type PastInput, readPast } from './past.ts'

/** `fanOut` = how the work is given out: runs that are dispatched, or a list for a matrix of jobs. */
export type SweepInput = Omit<PastInput, 'limit'> & { fanOut: 'dispatch' | 'matrix'; pullRunOf: (number: number) => PullRun }

/** A pull that needs a run. `pull` is kept only for what is still asked of it. */
export type Candidate = {
  number: number
  head: string
  work: Work
  at: number
  why: string
  acts: Act[]
  isFlag: boolean
  /** It has no verdict yet: no earlier sweep keeps a later one from seeing it. */
  isNew: boolean
  /** Findings that the run will have mended. */
  fixes: number
  pull: SweptPull | null
}

export type Gathered = {
  policy: Policy
  defaultBranch: string
  repository: number
  past: Past
  seen: number
  known: number
  skipped: number
  merged: number
  candidates: Candidate[]
  /** More of one kind of work than any sweep gives out: not even kept. */
  beyond: number
  unreadable: number[]
  today: DayUse
  /** GitHub's list was shorter than its own total. */
  isShort: boolean
  /** How many open pulls GitHub says there are; 0 = it has not said. */
  total: number
  /** Why not all of them were read. */
  cut: string | null
}

/** Candidates of one kind of work that are kept: far more than a sweep gives out, so that memory stays flat. */
const KEPT_OF_EACH = 600
const CLOSED_FOR_S = 86_400
const FIRST_PAGE = 50

type Gathering = { sweepRun: PullRun; input: SweepInput; all: Gathered; begun: boolean }

const rowPull = ({ sweepRun, all }: Gathering, row: Row): SweptPull => ({
  snapshot: rebuild({ ...row.facts, permissions: sweepRun.permissions }, settingsOf(sweepRun, all.policy)),
  policy: all.policy,
  owner: 'unasked',
  isWhole: row.isWhole,
  hasConflicts: row.hasConflicts,
  updatedAt: row.updatedAt,
})

/** The whole pull, its claim's owner and the access of whoever asks, all that a row could not tell, as the sweep's own reviewer or a `member` sees it. */
const lookedAt = async ({ input, all }: Gathering, row: Row, member?: string): Promise<SweptPull> => {
  const pullRun = input.pullRunOf(row.facts.pull.number)
  const seat = member === undefined ? pullRun : { ...pullRun, named: member, reviewer: member, panel: all.policy.panel }
  const view = await look(seat, UNHELD)
  const { snapshot, owner } = view
  return {
    snapshot,
    policy: all.policy,
    owner: owner.owner,
    isWhole: true,
    hasConflicts: row.hasConflicts,
    updatedAt: row.updatedAt,
  }
}

type Judged = { pull: SweptPull; plan: SweepPlan }

const judge = async (gathering: Gathering, row: Row): Promise<Judged> => {
  const { all } = gathering
  const { number, head } = row.facts.pull
  const past = all.past.of({ number, head: head.oid })
  let pull = rowPull(gathering, row)
  const plan = planSweep(pull, past)
  const isWorth = plan.kind === 'unsure' && (plan.isPressing || row.updatedAt >= past.sweptAt)
  const hidesUse = hasDailyBudget(all.policy) && !row.tellsUse && isOfToday(row)
  try {
    if (isWorth || hidesUse) pull = await lookedAt(gathering, row)
  } finally {
    all.today = addUse(all.today, pull.snapshot.today)
  }
  if (pull.owner !== 'unasked') return { pull, plan: planSweep(pull, past) }
  if (plan.kind !== 'unsure') return { pull, plan }
  return { pull, plan: { kind: 'skip', count: 'skipped', why: 'nothing has changed since an earlier sweep' } }
}

/** Members with runs of their own: each has a lock, a claim and a part of the round that no other reviewer sees. One dispatch starts them all. */
const judgeMembers = async (gathering: Gathering, row: Row, judged: Judged): Promise<Judged> => {
  const { sweepRun, all } = gathering
  const { number, head } = row.facts.pull
  const past = all.past.of({ number, head: head.oid })
  if (judged.plan.kind !== 'skip' || past.runs.isLive) return judged
  const facts = { ...judged.pull.snapshot.facts, lock: { held: false, entries: [], complete: true } }
  for (const reviewer of membersAtWork(judged.pull.snapshot)) {
    const settings = { ...settingsOf(sweepRun, all.policy), reviewer }
    if (!isWorthALook({ ...judged.pull, snapshot: rebuild(facts, settings) })) continue
    const pull = await lookedAt(gathering, row, reviewer)
    const plan = planSweep(pull, past)
    if (plan.kind === 'take') return { pull, plan }
  }
  return judged
}

const keep = ({ all }: Gathering, { number, head }: Row['facts']['pull'], { pull, plan }: Judged): void => {
  if (plan.kind === 'unsure') return void all.unreadable.push(number)
  if (plan.kind === 'skip') return void all[plan.count]++
  if (all.candidates.filter(one => one.work === plan.work).length >= KEPT_OF_EACH) return void all.beyond++
  const { kind: _, needsLate, ...due } = plan
  const isNew = pull.snapshot.verdicts.length === 0
  all.candidates.push({ ...due, number, head: head.oid, isNew, pull: needsLate ? pull : null })
}

const see = async (gathering: Gathering, row: Row): Promise<void> => {
  const { all, sweepRun } = gathering
  const { number } = row.facts.pull
  all.seen++
  try {
    keep(gathering, row.facts.pull, await judgeMembers(gathering, row, await judge(gathering, row)))
  } catch (error) {
    if (error instanceof NotThereError) return void all.skipped++
    if (!(error instanceof GitHubError)) throw error
    all.unreadable.push(number)
    if (error.isLimited) throw error
    sweepRun.log(`sweep  #${number} could not be read, the next sweep asks again: ${error.message}`)
  }
}

const list = ({ sweepRun }: Gathering, more: Pick<RowList, 'states' | 'order'>): RowList => {
  const { owner, name } = sweepRun.site.target
  return { owner, name, lock: lockOf(sweepRun).graphql, page: FIRST_PAGE, ...more }
}

/** The policy comes with the first row. `false` = it gives this reviewer another lock than the rows show. */
const begin = async (gathering: Gathering, first: Row, paging: RowList): Promise<boolean> => {
  const { all, sweepRun, input } = gathering
  gathering.begun = true
  all.policy = policyOf(first.facts)
  all.defaultBranch = first.facts.repository.defaultBranch
  all.repository = first.facts.repository.id
  all.past = await readPast(sweepRun.site, { ...input, limit: all.policy['max-dispatches'] })
  paging.page = all.policy['sweep-page-size']
  takeSeat(sweepRun, all.policy)
  return lockOf(sweepRun).graphql === paging.lock
}

/** The pages of a list, whose first row of all tells how they are to be read. */
async function* pagesOf(gathering: Gathering, paging: RowList): AsyncGenerator<RowPage> {
  for await (const page of rowPages(gathering.sweepRun.api, paging)) {
    const [first] = page.rows
    if (!gathering.begun && first !== undefined && !(await begin(gathering, first, paging))) {
      yield* pagesOf(gathering, { ...paging, lock: lockOf(gathering.sweepRun).graphql })
      return
    }
    yield page
  }
}

const seeOpen = async (gathering: Gathering): Promise<void> => {
  const { all } = gathering
  const paging = list(gathering, { states: ['OPEN'], order: { field: 'CREATED_AT', direction: 'ASC' } })
  for await (const { rows, total } of pagesOf(gathering, paging)) {
    all.total = total
    for (const row of rows) await see(gathering, row)
    all.isShort = all.seen < total
  }
}

/** Pulls that were closed in the last day may have left a lock, a claim or a request behind. */
const seeClosed = async (gathering: Gathering): Promise<void> => {
  const { all } = gathering
  const paging = list(gathering, { states: ['CLOSED', 'MERGED'], order: { field: 'UPDATED_AT', direction: 'DESC' } })
  for await (const { rows } of pagesOf(gathering, paging)) {
    for (const row of rows) {
      const { observedAt, pull } = row.facts
      if (row.updatedAt < observedAt - CLOSED_FOR_S && dayOf(row.updatedAt) < dayOf(observedAt)) return
      if ((row.closedAt ?? 0) < observedAt - CLOSED_FOR_S) continue
      if (pull.state === 'MERGED') all.merged++
      await see(gathering, row)
    }
  }
}

const unknownPast: Past = {
  workflowName: '',
  of: () => ({
    since: 0,
    sweptAt: 0,
    runs: { isLive: false, decidedAt: 0, wokenAt: 0, failures: [], endedAt: 0, endedBadly: false },
  }),
}

/** Reads every open pull, 50 a request, and those that were closed lately; says of each what it needs, as far as the rate limit lets it. Writes nothing. */
export const gather = async (sweepRun: PullRun, input: SweepInput): Promise<Gathered> => {
  const all: Gathered = {
    policy: defaultPolicy(),
    defaultBranch: '',
    repository: 0,
    past: unknownPast,
    seen: 0,
    known: 0,
    skipped: 0,
    merged: 0,
    candidates: [],
    beyond: 0,
    unreadable: [],
    today: { runs: 0, usd: 0 },
    isShort: false,
    total: 0,
    cut: null,
  }
  const gathering = { sweepRun, input, all, begun: false }
  try {
    await seeOpen(gathering)
    await seeClosed(gathering)
  } catch (error) {
    if (!(error instanceof GitHubError) || !error.isLimited) throw error
    const seen = all.total === 0 ? 'no pull request' : `${Math.min(all.seen, all.total)} of ${all.total} open pull requests`
    all.cut = `${error.message}; read until then: ${seen}`
    sweepRun.log(`warn  the sweep is cut short: ${all.cut}`)
  }
  return all
}
