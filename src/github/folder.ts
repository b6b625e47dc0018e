import * as z from 'zod'
import { GitHubError } from './errors.ts'
import type { Site } from './writer.ts'

const listing = z.array(z.object({ path: z.string(), type: z.string() }))
const file = z.object({ type: z.literal('file'), encoding: z.string(), content: z.string() })

/** What stands at a path of the default branch; null where there is nothing. */
const contentAt = async ({ api, target }: Site, path: string): Promise<unknown> => {
  try {
    const params = { owner: target.owner, repo: target.name, path }
    return (await api.read('GET /repos/{owner}/{repo}/contents/{path}', params)).data
  } catch (error) {
    if (error instanceof GitHubError && error.status === 404) return null
    throw error
  }
}

/** What stands in a folder of the default branch; nothing where there is no such folder. */
export const folderAt = async (site: Site, path: string): Promise<{ path: string; isFolder: boolean }[]> => {
  const entries = listing.safeParse(await contentAt(site, path))
  return entries.success ? entries.data.map(entry => ({ path: entry.path, isFolder: entry.type === 'dir' })) : []
}

/** A file of the default branch as text; null where there is none, or GitHub does not show it. */
export const fileAt = async (site: Site, path: string): Promise<string | null> => {
  const found = file.safeParse(await contentAt(site, path))
  return found.success && found.data.encoding === 'base64' ? Buffer.from(found.data.content, 'base64').toString('utf8') : null
}
