import { dismissedReply } from '../comments/replies.ts'
import type { ParsedRequest } from '../mention/parse.ts'
import { dismissalId, dismissibleIn } from '../snapshot/dismissals.ts'
import { actIdOf, done, type MentionReport, reply, type Served } from './served.ts'

export type Dismiss = Extract<ParsedRequest, { command: 'dismiss' }>

export const isDismiss = (request: ParsedRequest): request is Dismiss => request.command === 'dismiss'

/** Records what a person with write access dismissed, in an answer that everybody can read. Once for each text, whose other commands stay open. */
export const serveDismissals = async (served: Served, requests: ParsedRequest[]): Promise<MentionReport> => {
  const { view, input } = served
  const asked = requests.filter(isDismiss)
  const act = actIdOf(input.text)
  const id = dismissalId(act)
  if (view.snapshot.answered.includes(id)) return done(view, 'skipped', 'the dismissal has its answer')
  const open = dismissibleIn(view.snapshot)
  const wanted = new Map(asked.map(({ finding, why }) => [finding.toLowerCase(), why]))
  const known = open.filter(finding => wanted.has(finding.id))
  const unknown = [...wanted.keys()].filter(finding => !known.some(one => one.id === finding))
  const stillBlocking = open.filter(finding => finding.blocking && !wanted.has(finding.id))
  const by = input.text.author?.login ?? ''
  const dismissed = known.map(finding => ({ finding: finding.id, by, why: wanted.get(finding.id) ?? '' }))
  await reply(served, dismissedReply({ known, unknown, stillBlocking, policy: view.policy }), {
    acts: asked.length === requests.length ? [id, act] : [id],
    outcome: known.length === 0 ? 'refused' : 'answered',
    ...(dismissed.length > 0 ? { dismissed } : {}),
  })
  return done(view, 'skipped', `${dismissed.length} of ${wanted.size} findings dismissed`)
}
