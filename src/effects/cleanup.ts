import type { CleanupPlan } from '../cleanup/plan-cleanup.ts'
import { GitHubError } from '../github/errors.ts'
import { removeLabel, type Site } from '../github/writer.ts'
import { dismissReview } from '../github/writer-native.ts'
import { removeRequests } from '../github/writer-request.ts'

const WHY = 'Countersign is no longer used in this repository.'

/** Takes back what the plan names; what GitHub refuses is told, and the rest is done. */
export const applyCleanup = async (site: Site, { labels, requests, reviews }: CleanupPlan): Promise<string[]> => {
  const refused: string[] = []
  const attempt = async (what: string, write: () => Promise<void>): Promise<void> => {
    await write().catch(error => {
      if (!(error instanceof GitHubError) || error.landed !== 'no') throw error
      refused.push(`${what}: ${error.detail}`)
    })
  }
  for (const label of labels) await attempt(`label ${label}`, () => removeLabel(site, label))
  if (requests.length > 0) await attempt(`requests to ${requests.join(', ')}`, () => removeRequests(site, requests))
  for (const id of reviews) await attempt(`change request ${id}`, () => dismissReview(site, { id, why: WHY }))
  return refused
}
