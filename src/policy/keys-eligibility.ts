import { key } from './key.ts'
import { account, flag, glob, labels, listOf, login, mentionName, oneOf, orNull, time } from './leaves.ts'

/** Which pull requests are reviewed, and who may ask. */
export const eligibilityKeys = {
  review: key(
    oneOf('all', 'labeled', 'requested'),
    'all',
    'Which pull requests are reviewed unasked: all, those with the ask label, or none before a request.',
  ),
  drafts: key(flag, false, 'Whether drafts are reviewed.'),
  'own-pulls': key(flag, false, 'Whether pull requests opened by the account Countersign runs as are reviewed.'),
  'untrusted-authors': key(
    oneOf('on-request', 'review'),
    'on-request',
    'Authors without write access: `on-request` waits, head by head, until a person with write access asks.',
  ),
  'bot-authors': key(
    oneOf('on-request', 'review'),
    'on-request',
    'Authors that are bots or in `automation-accounts`: as `untrusted-authors`.',
  ),
  'automation-accounts': key(
    listOf(login),
    [],
    'Accounts of type User that are no persons: their requests, labels and approvals are no engagement.',
  ),
  'excluded-authors': key(listOf(login), [], 'Authors whose pull requests are never reviewed unasked.'),
  'excluded-branches': key(listOf(glob), [], 'Base or head branches whose pull requests are never reviewed unasked.'),
  'linked-issue': key(
    oneOf('ignore', 'require-open'),
    'ignore',
    '`require-open`: no review when all issues that the pull request closes are closed already.',
  ),
  'docs-paths': key(
    listOf(glob),
    ['**/*.md', '**/*.markdown', '**/*.rst', '**/*.adoc', 'docs/**/*.{png,jpg,jpeg,gif,webp}'],
    'A pull request that touches nothing else is not reviewed unasked. Agent instructions, `CODEOWNERS`, lists of requirements, `.github/**` and executable files never count as documents.',
  ),
  'wait-for-checks': key(
    oneOf('off', 'required', 'all'),
    'off',
    'Review only after these checks passed; failing ones skip the review.',
  ),
  mention: key(mentionName, 'countersign', 'The name people call, as `@name review`; needs no account of that name.'),
  'trusted-bots': key(listOf(login), [], 'Bots whose requests are served, once each; they are never an engagement.'),
  'trusted-markers': key(
    listOf(account),
    [],
    'Accounts whose markers count beside our own: other identities that Countersign ran as here.',
  ),
  'legacy-markers': key(
    flag,
    false,
    'Whether markers of the `pr-review-agent v1` family are read, so that their history counts.',
  ),
  'unsigned-before': key(orNull(time), null, 'With a marker key: unsigned markers from before this time still count.'),
  labels: key(
    labels,
    { ask: 'ai-review', pause: 'needs-human-review' },
    'The labels that ask for a review and that pause until a person acts.',
  ),
}
