import { GitHubError, NotThereError } from '../github/errors.ts'
import { observe } from '../github/observe.ts'
import { type Row, rowPages } from '../github/rows.ts'
import type { Policy } from '../policy/schema.ts'
import type { Facts } from '../snapshot/facts.ts'
import { dayOf } from '../snapshot/ids.ts'
import { rebuild } from '../snapshot/rebuild.ts'
import type { DayUse } from '../snapshot/snapshot.ts'
import { lockOf, type PullRun, settingsOf } from './context.ts'

export const addUse = (a: DayUse, b: DayUse): DayUse => ({ runs: a.runs + b.runs, usd: a.usd + b.usd })

export const isOfToday = ({ updatedAt, facts }: Pick<Row, 'updatedAt' | 'facts'>): boolean =>
  dayOf(updatedAt) >= dayOf(facts.observedAt)

/** The facts of a pull whose use may stand in what its row does not show. */
const wholeFacts = async (pullRun: PullRun, { facts, tellsUse }: Row): Promise<Facts> => {
  if (tellsUse) return facts
  const { number } = facts.pull
  try {
    return await observe({ api: pullRun.api, target: { ...pullRun.site.target, number }, lock: lockOf(pullRun).graphql })
  } catch (error) {
    if (error instanceof NotThereError) return facts
    if (!(error instanceof GitHubError) || error.isLimited) throw error
    pullRun.log(`warn  #${number} could not be read: of what it used today only what the list of pulls shows is counted`)
    return facts
  }
}

/** What all pulls of the repository used today, from their markers: those that nobody touched today used nothing. One request for 50 of them, and one for each that is too long for it. */
export const readDay = async (pullRun: PullRun, policy: Policy): Promise<DayUse> => {
  const { owner, name } = pullRun.site.target
  const list = {
    owner,
    name,
    lock: lockOf(pullRun).graphql,
    page: policy['sweep-page-size'],
    states: ['OPEN', 'CLOSED', 'MERGED'] as ('OPEN' | 'CLOSED' | 'MERGED')[],
    order: { field: 'UPDATED_AT', direction: 'DESC' } as const,
  }
  let use: DayUse = { runs: 0, usd: 0 }
  for await (const { rows } of rowPages(pullRun.api, list))
    for (const row of rows) {
      if (!isOfToday(row)) return use
      use = addUse(use, rebuild(await wholeFacts(pullRun, row), settingsOf(pullRun, policy)).today)
    }
  return use
}
