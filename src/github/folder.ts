import * as z from 'zod'
import { GitHubError } from './errors.ts'
import type { Site } from './writer.ts'

const listing = z.array(z.object({ path: z.string(), type: z.string() }))

/** What stands in a folder of the default branch; nothing where there is no such folder. */
export const folderAt = async ({ api, target }: Site, path: string): Promise<{ path: string; isFolder: boolean }[]> => {
  try {
    const read = await api.read('GET /repos/{owner}/{repo}/contents/{path}', { owner: target.owner, repo: target.name, path })
    const entries = listing.safeParse(read.data)
    return entries.success ? entries.data.map(entry => ({ path: entry.path, isFolder: entry.type === 'dir' })) : []
  } catch (error) {
    if (error instanceof GitHubError && error.status === 404) return []
    throw error
  }
}
