import { rowPages } from '../github/rows.ts'
import type { Policy } from '../policy/schema.ts'
import { dayOf } from '../snapshot/ids.ts'
import { rebuild } from '../snapshot/rebuild.ts'
import type { DayUse } from '../snapshot/snapshot.ts'
import { lockOf, type PullRun, settingsOf } from './context.ts'

export const addUse = (a: DayUse, b: DayUse): DayUse => ({ runs: a.runs + b.runs, usd: a.usd + b.usd })

/** What all pulls of the repository used today, from their markers: those that nobody touched today used nothing. One request for 50 of them. */
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
    for (const { facts, updatedAt } of rows) {
      if (dayOf(updatedAt) < dayOf(facts.observedAt)) return use
      use = addUse(use, rebuild(facts, settingsOf(pullRun, policy)).today)
    }
  return use
}
