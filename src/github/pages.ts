import type { PullAnswer } from './answer-schema.ts'
import type { Params } from './api.ts'

type PageInfo = { hasNextPage: boolean; endCursor: string | null }

const LISTS = ['comments', 'reviews', 'threads', 'timeline'] as const
type ListName = (typeof LISTS)[number]

const listOf = (pull: PullAnswer, name: ListName): { pageInfo: PageInfo; nodes: unknown[] | null; total: number } | null => {
  if (name === 'timeline') return pull.timelineItems ? { ...pull.timelineItems, total: pull.timelineItems.filteredCount } : null
  const found = name === 'threads' ? pull.reviewThreads : pull[name]
  return found ? { ...found, total: found.totalCount } : null
}

/** So many of each list are asked for; fewer when GitHub finds the answer too large. */
export const PAGE_SIZES = [50, 25, 12] as const

/** Every list from its beginning. */
export const firstPage = (page: number): Params => ({
  page,
  ...Object.fromEntries(
    LISTS.flatMap(name => [
      [name, true],
      [`${name}After`, null],
    ]),
  ),
})

/** The switches and cursors of the next page; `null` = every list is at its end. */
export const nextPage = (pull: PullAnswer, page: number): Params | null => {
  const open = LISTS.filter(name => listOf(pull, name)?.pageInfo.hasNextPage === true)
  if (open.length === 0) return null
  const cursors = LISTS.flatMap(name => [
    [name, open.includes(name)],
    [`${name}After`, open.includes(name) ? listOf(pull, name)?.pageInfo.endCursor : null],
  ])
  return { page, ...Object.fromEntries(cursors) }
}

const joined = <T extends { nodes: unknown[] | null }>(a: T | undefined | null, b: T | undefined | null): T | undefined =>
  a && b ? { ...b, nodes: [...(a.nodes ?? []), ...(b.nodes ?? [])] } : (a ?? b ?? undefined)

/** The later page's own fields count; its lists go on where the earlier ones ended. */
export const joinPages = (earlier: PullAnswer, later: PullAnswer): PullAnswer => ({
  ...later,
  comments: joined(earlier.comments, later.comments),
  reviews: joined(earlier.reviews, later.reviews),
  reviewThreads: joined(earlier.reviewThreads, later.reviewThreads),
  timelineItems: joined(earlier.timelineItems, later.timelineItems),
})

/** The lists that hold fewer items than GitHub says there are: a read that lags, never to be taken for the whole. */
export const shortLists = (pull: PullAnswer): ListName[] =>
  LISTS.filter(name => {
    const list = listOf(pull, name)
    return list !== null && (list.nodes?.length ?? 0) < list.total
  })
