import type { Facts } from '../snapshot/facts.ts'
import { type Instant, isoOf } from '../snapshot/ids.ts'
import type { Verdict } from '../snapshot/snapshot.ts'

/** Where links lead. */
export type Place = { serverUrl: string; runUrl: string | null }

export const shortSha = (sha: string): string => sha.slice(0, 7)

export const timeText = (at: Instant): string =>
  isoOf(at)
    .replace('T', ' ')
    .replace(/:\d\dZ$/, ' UTC')

export const moneyText = (usd: number, estimated = false): string =>
  `${estimated ? 'about ' : ''}$${usd.toFixed(usd > 0 && usd < 0.1 ? 4 : 2)}`

/** What the present count of cycles begins at. */
export const SINCE = { beginning: 'the beginning', approval: 'the last approval', engagement: 'a person stepped in' } as const

export const countText = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** A code span that its own text cannot end. */
export const code = (text: string): string => {
  const clean = text.replace(/[\r\n]+/g, ' ')
  const longest = Math.max(0, ...[...clean.matchAll(/`+/g)].map(run => run[0].length))
  const ticks = '`'.repeat(longest + 1)
  return longest === 0 ? `${ticks}${clean}${ticks}` : `${ticks} ${clean} ${ticks}`
}

/** One cell of a table: no line break, no column bar. */
export const cell = (text: string): string => text.replace(/[\r\n]+/g, ' ').replace(/\|/g, '\\|')

export const pullUrl = (facts: Facts, place: Place): string =>
  `${place.serverUrl}/${facts.repository.nameWithOwner}/pull/${facts.pull.number}`

export const reviewLink = (facts: Facts, verdict: Pick<Verdict, 'id'>, place: Place): string =>
  `${pullUrl(facts, place)}#pullrequestreview-${verdict.id}`

export const runLink = (place: Place): string => (place.runUrl === null ? '' : `[job log](${place.runUrl})`)
