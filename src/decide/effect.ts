import type { Ending, EscalationReason } from '../markers/schema.ts'
import type { Sha } from '../snapshot/ids.ts'
import type { RoundKey } from '../snapshot/panel.ts'
import type { Act, Verdict } from '../snapshot/snapshot.ts'

export type EndingKind = Ending['kind']

/** What a run may do to a pull, as plain values: decided by pure code, applied in order by the holder of the lock. */
export type Effect =
  | { kind: 'add-pause-label' }
  | { kind: 'remove-pause-label' }
  /** `detail` = what only this run knows of the reason. */
  | { kind: 'post-escalation'; reason: EscalationReason; head: Sha; detail?: string }
  | { kind: 'post-answer'; acts: Act[]; why: string }
  | { kind: 'mark-answered'; acts: Act[]; reaction: 'ROCKET' | 'CONFUSED' }
  | { kind: 'tidy-duplicate'; verdict: Verdict }
  /** Gives an approval again that GitHub dismissed, at the present head, whose patch is the approved one. */
  | { kind: 'carry-approval'; verdict: Verdict }
  /** What a panel's members said of one head comes to a decision: published once, as the panel's own verdict. */
  | { kind: 'publish-decision'; round: RoundKey }
  | { kind: 'delete-status'; id: number; nodeId: string }
  /** Takes a native review of ours back: it says the opposite of the newest verdict, or approves what is not the head any more. */
  | { kind: 'dismiss-review'; review: number; why: string }
  /** Node ids of reviews of ours to be hidden, and of threads of ours to be resolved. */
  | { kind: 'fold-outdated'; reviews: string[]; threads: string[] }
  | { kind: 'mint-fix-tasks' | 'close-fix-tasks' }
  /** `head` = the approved one: GitHub refuses for any other. */
  | { kind: 'auto-merge'; method: 'merge' | 'squash' | 'rebase' | 'off'; head: Sha }
  /** `silent` = nobody is told of it outside of GitHub. `overtaken` = the head or base moved, or the pull was closed, while the agent worked: it says nothing about whether this pull can be reviewed. */
  | { kind: 'write-ending'; ending: EndingKind; reason: string; flagged: boolean; overtaken?: boolean; silent?: boolean }
  /** Says of a recorded notice that nobody knows whether it was sent. */
  | { kind: 'doubt-notice'; key: string }

/** One line of a log or summary for an effect. */
export const effectLine = (effect: Effect): string => {
  switch (effect.kind) {
    case 'add-pause-label':
      return 'label on'
    case 'remove-pause-label':
      return 'label off'
    case 'post-escalation':
      return `escalation comment (${effect.reason})`
    case 'post-answer':
      return `answer to ${effect.acts.map(act => act.id).join(', ')}`
    case 'mark-answered':
      return `${effect.reaction.toLowerCase()} on ${effect.acts.map(act => act.id).join(', ')}`
    case 'tidy-duplicate':
      return `tidy duplicate review ${effect.verdict.id}`
    case 'carry-approval':
      return `approval carried from ${effect.verdict.head.slice(0, 7)}`
    case 'publish-decision':
      return `decision of the panel at ${effect.round.head.slice(0, 7)}`
    case 'delete-status':
      return `delete second comment ${effect.id}`
    case 'dismiss-review':
      return `dismiss own review ${effect.review}`
    case 'fold-outdated':
      return [
        ...(effect.reviews.length > 0 ? [`hide ${effect.reviews.length} of our reviews as outdated`] : []),
        ...(effect.threads.length > 0 ? [`resolve ${effect.threads.length} of our threads`] : []),
      ].join(', ')
    case 'doubt-notice':
      return `the notice "${effect.key.split(' ')[0]}" was recorded, and may not have been sent`
    case 'auto-merge':
      return `auto-merge ${effect.method}`
    case 'mint-fix-tasks':
      return 'fix tasks written down'
    case 'close-fix-tasks':
      return 'fix tasks that a run left behind closed'
    case 'write-ending':
      return `ending ${effect.flagged ? 'flagged' : effect.ending}`
  }
}
