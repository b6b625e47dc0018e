import * as z from 'zod'
import type { Api } from './api.ts'

const page = z.object({
  total_count: z.number().int(),
  incomplete_results: z.boolean(),
  items: z.array(
    z.object({
      number: z.number().int(),
      title: z.string(),
      html_url: z.string(),
      repository_url: z.string(),
      updated_at: z.string(),
      user: z.object({ login: z.string() }).nullable(),
    }),
  ),
})

export type Found = { repository: string; number: number; title: string; author: string | null; url: string; updatedAt: string }

/** GitHub shows no more than this of any search. */
const MOST = 1_000

/** `complete: false` = GitHub says that it did not look everywhere, or there is more than it shows. */
export const searchPulls = async (api: Api, query: string): Promise<{ found: Found[]; total: number; complete: boolean }> => {
  const found: Found[] = []
  for (let at = 1; ; at++) {
    const read = await api.read('GET /search/issues', { q: query, per_page: 100, page: at })
    const { total_count: total, incomplete_results: cut, items } = page.parse(read.data)
    found.push(
      ...items.map(item => ({
        repository: item.repository_url.split('/').slice(-2).join('/'),
        number: item.number,
        title: item.title,
        author: item.user?.login ?? null,
        url: item.html_url,
        updatedAt: item.updated_at,
      })),
    )
    if (items.length === 0 || found.length >= Math.min(total, MOST))
      return { found, total, complete: !cut && found.length >= total }
  }
}
