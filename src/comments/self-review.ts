import type { SelfReviewText } from '../mention/self-review.ts'
import { safeMarkdown } from '../text/safe.ts'
import { code, shortSha } from './words.ts'

const headline = (head: string, passed: boolean): string =>
  `Self-review of ${code(shortSha(head))}: **${passed ? 'ready for review' : 'not ready'}**`

/** The author's own comment, as the command line posts it. */
export const selfReviewBody = (head: string, { changed, verified, ready, passed }: SelfReviewText): string =>
  [
    headline(head, passed),
    `**What changed**\n${safeMarkdown(changed)}`,
    `**How it was verified**\n${safeMarkdown(verified)}`,
    `**${passed ? 'Why it is ready' : 'What is missing'}**\n${safeMarkdown(ready)}`,
  ].join('\n\n')

/** Our record of an author's comment: it adds the head that the comment was written at. */
export const selfReviewRecord = (head: string, { passed, author }: { passed: boolean; author: string }): string =>
  `${headline(head, passed)}, by ${code(author)} in the comment above.${passed ? '' : ' A review is asked for once it is.'}`

export const notTheAuthorReply = (author: string | null): string =>
  `Not recorded: a self-review is the author’s own${author === null ? ', and this pull request has none any more' : ` (${code(author)})`}.`
