import { isWorkflowToken } from '../snapshot/accounts.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** What a fix run was given to push with, beside the run's own token. */
export type PushMeans = { token: string | null; key: string | null }

/** The key that pushes to this pull's branch; a deploy key belongs to one repository, so none does to a fork's. */
export const keyFor = ({ facts: { pull } }: Snapshot, { key }: PushMeans): string | null => (pull.isCrossRepository ? null : key)

/** Why none of this reaches the fork; null = it does, or there is no fork. */
export const outOfReach = (snapshot: Snapshot, push: PushMeans): { why: string; change: string } | null => {
  if (!snapshot.facts.pull.isCrossRepository || push.token !== null) return null
  const change = 'give push-token, the token of an account that may push to this repository'
  if (push.key !== null) return { why: 'push-key reaches this repository only, and no fork', change }
  return isWorkflowToken(snapshot.facts.viewer) ? { why: 'the workflow’s own token reaches no fork', change } : null
}
