import { createComment, deleteComment, removeLabel } from '../github/writer.ts'
import { type Asked, addLabels, editComment, requestReviewers } from '../github/writer-request.ts'
import type { PullRun } from '../observe/context.ts'
import type { RequestPlan } from '../request/plan-request.ts'
import type { SelfReviewPlan } from '../request/plan-self-review.ts'

const nameOf = ({ kind, name }: Asked): string => (kind === 'team' ? `team ${name}` : name)

/** Labels, then reviewers, then the note: what is cut off is completed by asking again. Answers one line for each thing done. */
export const applyRequest = async ({ site, scrub }: PullRun, plan: Extract<RequestPlan, { kind: 'ask' }>): Promise<string[]> => {
  const { labels, relabel, reviewers, note } = plan
  const done: string[] = []
  if (relabel !== null) await removeLabel(site, relabel)
  if (labels.length > 0) {
    await addLabels(site, labels)
    done.push(`label   ${labels.join(', ')}${relabel === null ? '' : ` (${relabel} anew)`}`)
  }
  const { asked, refused } = await requestReviewers(site, reviewers)
  if (asked.length > 0) done.push(`asked   ${asked.map(nameOf).join(', ')}`)
  done.push(...refused.map(({ who, why }) => `refused ${nameOf(who)}: ${why}`))
  if (note !== null) {
    await createComment(site, scrub(note))
    done.push('note    posted')
  }
  return done
}

/** The new word first, then the old ones go: a cut-off leaves one too many, never none. */
export const applySelfReview = async (
  { site, scrub }: PullRun,
  plan: Extract<SelfReviewPlan, { kind: 'record' }>,
): Promise<string[]> => {
  const { post, edit, remove } = plan
  if (post !== null) await createComment(site, scrub(post))
  if (edit !== null) await editComment(site, edit.id, scrub(edit.body))
  for (const id of remove) await deleteComment(site, id)
  return [
    ...(post === null ? [] : ['recorded']),
    ...(edit === null ? [] : ['rewritten']),
    ...(remove.length > 0 ? [`${remove.length} of older heads removed`] : []),
  ]
}
