import type { AskedText } from '../event.ts'
import { createComment, react } from '../github/writer.ts'
import { appendMarker } from '../markers/encode.ts'
import type { AnswerMarker } from '../markers/schema.ts'
import type { PullRun } from '../observe/context.ts'
import type { View } from '../observe/look.ts'

export type MentionReport = { outcome: 'skipped' | 'waiting' | 'failed'; reason: string; view: View }

export type MentionInput = { text: AskedText; action: string; reviewWorkflow: string }

/** `listed` = under which id an answer lists what it answers: the text's own, or that of what stands beside its request for a review. */
export type Served = { pullRun: PullRun; input: MentionInput; view: View; listed: string }

const PREFIX = { comment: 'c', review: 'r', 'review-comment': 't' } as const

export const actIdOf = (text: AskedText): string => `${PREFIX[text.where]}${text.id}`

/** What a text asks for beside a review is answered apart, so that its answer does not stand for the review. */
export const besideIdOf = (text: AskedText): string => `${actIdOf(text)}/beside`

export const done = (view: View, outcome: MentionReport['outcome'], reason: string): MentionReport => ({ outcome, reason, view })

/** A reply that is posted once however often the event comes: its marker lists what it answers. A refusal shows 😕 too. */
export const reply = async (served: Served, body: string, more: Partial<AnswerMarker> = {}): Promise<void> => {
  const { pullRun, input, view } = served
  const { facts } = view.snapshot
  const marker: AnswerMarker = {
    kind: 'answer',
    repo: facts.repository.id,
    pull: facts.pull.number,
    acts: [served.listed],
    outcome: 'answered',
    nonce: pullRun.nonce(),
    ...more,
  }
  // Before the answer, as a review run does it: a run that dies between the two does both again.
  if (marker.outcome === 'refused')
    await react(pullRun.site, input.text.nodeId, 'CONFUSED').catch(error =>
      pullRun.log(`warn  the reaction confused could not be set: ${String(error)}`),
    )
  await createComment(pullRun.site, appendMarker(pullRun.scrub(body), marker, pullRun.keys))
}

const OVER = ['served', 'refused', 'closed', 'lost']

/** Listed by an answer of ours, or by a review: the same event once more changes nothing. */
export const isAnswered = ({ view, input }: Pick<Served, 'view' | 'input'>): boolean => {
  const id = actIdOf(input.text)
  const state = view.snapshot.acts.find(act => act.id === id)?.state.kind
  return view.snapshot.answered.includes(id) || (state !== undefined && OVER.includes(state))
}
