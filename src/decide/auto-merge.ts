import type { Policy } from '../policy/schema.ts'
import { isViewer, isWorkflowToken } from '../snapshot/accounts.ts'
import { speakerOf } from '../snapshot/panel.ts'
import type { Snapshot, Verdict } from '../snapshot/snapshot.ts'
import type { Effect } from './effect.ts'

/** Why auto-merge is not even asked for; null = it may be. */
export const autoMergeRefusal = ({ facts }: Snapshot, policy: Policy): string | null => {
  if (!facts.repository.autoMergeAllowed)
    return 'this repository does not allow auto-merge: turn on “Allow auto-merge” in its settings'
  return isWorkflowToken(facts.viewer) && !policy['accept-merge-without-push-runs']
    ? 'a merge by the workflow’s own token starts no push workflow: give another token, or set accept-merge-without-push-runs: true'
    : null
}

/** GitHub's own auto-merge: on after an approval, for that head only; ours off again when a fix is asked for. A person's is left alone. */
export const autoMergeEffects = (snapshot: Snapshot, policy: Policy, verdict: Verdict): Effect[] => {
  const { pull, viewer } = snapshot.facts
  if (pull.state !== 'OPEN' || verdict.reviewer !== speakerOf(snapshot)) return []
  if (verdict.decision === 'fix-requested')
    return pull.autoMerge !== null && isViewer(pull.autoMerge.by, viewer)
      ? [{ kind: 'auto-merge', method: 'off', head: verdict.head }]
      : []
  const method = policy['auto-merge']
  if (method === 'off' || pull.autoMerge !== null || autoMergeRefusal(snapshot, policy) !== null) return []
  return [{ kind: 'auto-merge', method, head: verdict.head }]
}

/** What an approval's ending says of an auto-merge that was wanted and not asked for. */
export const autoMergeNote = (snapshot: Snapshot, policy: Policy, verdict: Verdict): string => {
  if (policy['auto-merge'] === 'off' || verdict.decision === 'fix-requested' || snapshot.facts.pull.autoMerge !== null) return ''
  const why = autoMergeRefusal(snapshot, policy)
  return why === null ? '' : `; auto-merge stays off: ${why}`
}
