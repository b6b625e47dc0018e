import { type Opinion, opinionJsonSchema } from '../review/opinion.ts'
import { untrusted } from './untrusted.ts'

/** A finding of the review that is judged, in that agent's words. */
export type ToJudge = {
  id: string
  severity: string
  blocking: boolean
  path: string | null
  line: number | null
  title: string
  body: string
}

const BODY = 2_000

const clipped = (text: string): string => (text.length <= BODY ? text : `${text.slice(0, BODY)} (cut here)`)

const rowOf = ({ id, severity, blocking, path, line, title, body }: ToJudge): string => {
  const place = path === null ? 'whole change' : `${path}${line === null ? '' : `:${line}`}`
  return `${id} | ${severity}${blocking ? ', blocking' : ''} | ${place} | ${title}\n${clipped(body)}`
}

const judging = `Another reviewer has reviewed this head. You give the second opinion: you do not review it anew from the start, you try to find out what of that review holds.

For each finding below give one entry in "opinions", with its id, no more and no less:
- "confirm": you followed the code yourself, and it is so.
- "refute": it is not so, or does not matter as claimed; name the guard, the type, the caller or the test that shows it.
Give the reason in "reason", with the place in the code. A doubt is no refutation: what you can neither show nor refute, you confirm and say so.
Then look for what that review has missed, and report in "findings" only that.`

/** What a second opinion is for, and the findings that it is about: another agent's words, so they are fenced. */
export const opinionSection = (findings: ToJudge[], nonce: string): string =>
  [
    judging,
    findings.length === 0
      ? 'That review found nothing: "opinions" is an empty list.'
      : `Findings to judge:\n\n${untrusted(nonce, 'findings: id | severity | place | title, then its text', findings.map(rowOf).join('\n\n'))}`,
  ].join('\n\n')

/** Its SHA is that of no commit, so the host can never take it for an answer. */
export const exampleOpinion: Opinion = {
  sha: '0000000000000000000000000000000000000000',
  overall: 'mixed',
  summary: 'EXAMPLE ONLY. The endless retry is real; the missing check is not missing.',
  opinions: [
    {
      id: 'aaaaaaaaaaaa',
      says: 'confirm',
      reason: 'EXAMPLE. `attempt` is not raised in the catch block at src/example-client.ts:31.',
    },
    {
      id: 'bbbbbbbbbbbb',
      says: 'refute',
      reason: 'EXAMPLE. src/example-router.ts:12 rejects an empty name before this is called.',
    },
  ],
  findings: [],
}

/** What the answer must be: the only place where it is said. */
export const opinionContract = (head: string): string =>
  `Your answer

Answer with ONE JSON object and nothing else: no prose before or after it, no code fence. You have no other way to publish anything; do not try to comment, approve, commit or change files.

JSON Schema of the answer:
${JSON.stringify(opinionJsonSchema)}

Rules:
- "sha" is exactly "${head}", the commit under review. An answer with another one is thrown away.
- "opinions" has exactly one entry for each finding to judge, each with a reason.
- "overall" is "agree" when nothing is refuted and nothing new blocks; "disagree" when the review as a whole does not hold; "mixed" when part of it does. An answer that contradicts itself is thrown away.
- "findings" are new ones only, at most 100; "path", "line", "side" point into the diff as it is numbered below: RIGHT with the new number for added and unchanged lines, LEFT with the old number for deleted ones. A finding about something that the diff does not show has path (or null) and line null. "confirmed" means that you followed the code and can say with which input or state it fails; otherwise it is "suspected", and does not block.
- "summary": one to three sentences for the author: what of the review holds, and what does not.

An example of the form (not of the content; its sha is refused):
${JSON.stringify(exampleOpinion)}`
