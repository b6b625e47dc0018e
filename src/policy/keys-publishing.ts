import { severities } from '../review/report.ts'
import { key } from './key.ts'
import { flag, listOf, oneOf, personOrTeam, whole } from './leaves.ts'

const noticeKinds = ['consensus', 'exhausted', 'error', 'flagged'] as const

/** How a review and its end are told. */
export const publishingKeys = {
  approve: key(flag, false, 'Whether approvals are native ones; GitHub must allow it for the token.'),
  'request-changes': key(flag, false, 'Whether a fix is asked for by a native request for changes.'),
  'inline-floor': key(
    oneOf(...severities),
    'medium',
    'Findings below this severity are folded into the body, unless they block.',
  ),
  'max-inline': key(whole(0, 50), 50, 'Inline comments of one review; the rest goes into the body.'),
  check: key(
    oneOf('off', 'check-run', 'status'),
    'off',
    'Say on the head how the review stands, so that it can be required: a check run (`checks: write`; not with a personal token) or a commit status (`statuses: write`).',
  ),
  'escalate-to': key(listOf(personOrTeam, 10), [], 'People or teams that an escalation mentions.'),
  notices: key(
    listOf(oneOf(...noticeKinds), noticeKinds.length),
    [...noticeKinds],
    'Which ends are told to the webhooks: agreement, cap reached, failed, given up after interruptions.',
  ),
}
