import { appendMarker } from '../../src/markers/encode.ts'
import type { CommentFact, Facts, ReviewFact } from '../../src/snapshot/facts.ts'
import { loginOf, type Sha, shaOf } from '../../src/snapshot/ids.ts'
import { rebuild } from '../../src/snapshot/rebuild.ts'
import type { RebuildSettings } from '../../src/snapshot/snapshot.ts'
import { durationsMs, median } from '../harness/median.ts'
import { authored, context, person, status, verdict } from '../markers/sample.ts'

const comments = 10_000
const noKeys = { current: null, previous: null }
const headOf = (at: number): Sha => shaOf(at.toString(16).padStart(40, '0')) ?? verdict().head

const texts = [
  'Looks good to me.',
  'See `@countersign review` in the docs.',
  '> @countersign review\n\nagreed',
  'LGTM <!-- a note -->\n\n```sh\nnpm test\n```',
]

/** People talk; every hundredth comment asks for a review. */
const comment = (at: number): CommentFact => ({
  ...authored(at % 100 === 0 ? '@countersign review' : `${texts[at % texts.length]} ${'word '.repeat(20)}`, {
    id: at,
    nodeId: `IC_${at}`,
    createdAt: at,
  }),
  author: person,
  viewerDidAuthor: false,
  isMinimized: false,
})

const review = (at: number): ReviewFact => ({
  ...authored(appendMarker('## Review', verdict({ head: headOf(at), decision: 'fix-requested' }), noKeys), {
    id: at,
    createdAt: at,
  }),
  submittedAt: at,
  state: 'COMMENTED',
  isMinimized: false,
  authorCanPush: true,
  commit: headOf(at),
})

const statusComment: CommentFact = {
  ...authored(appendMarker('Status', status(), noKeys), { id: 20_000, createdAt: 1 }),
  isMinimized: false,
}

const permissions: Facts['permissions'] = {}
if (person !== null) permissions[person.login] = 'write'

const facts: Facts = {
  observedAt: 100_000,
  viewer: { login: context().viewer.login, id: 1, isBot: true },
  repository: {
    id: context().repo,
    nameWithOwner: 'octo/hello',
    isPrivate: false,
    defaultBranch: 'main',
    autoMergeAllowed: false,
    isInOrganization: false,
  },
  policy: null,
  pull: {
    nodeId: 'PR_7',
    id: 700,
    number: 7,
    state: 'OPEN',
    isDraft: false,
    isLocked: false,
    title: 'A long talk',
    body: '',
    createdAt: 0,
    author: person,
    authorAssociation: 'MEMBER',
    viewerDidAuthor: false,
    base: { ref: 'main', oid: headOf(1) },
    head: { ref: 'talk', oid: headOf(2), repository: 'octo/hello' },
    isCrossRepository: false,
    maintainerCanModify: true,
    changedFiles: 1,
    additions: 1,
    deletions: 1,
    labels: [],
    reviewRequest: null,
    autoMerge: null,
  },
  lock: { held: false, entries: [], complete: true },
  comments: [...Array.from({ length: comments - 1 }, (_, at) => comment(at + 1)), statusComment],
  reviews: Array.from({ length: 50 }, (_, at) => review(200 * (at + 1))),
  threads: [],
  timeline: [],
  checks: null,
  permissions,
}

const settings: RebuildSettings = {
  reviewer: 'countersign',
  panel: [],
  mention: 'countersign',
  labels: { ask: 'ai-review', pause: 'needs-human-review' },
  automationAccounts: [loginOf('ci-bot')],
  trustedBots: [],
  marker: { keys: noKeys, unsignedBefore: null, trusted: [], legacy: false },
}

/** Making the state of a pull out of a very long conversation: 10,000 comments and 50 verdicts. */
export const measure = async (): Promise<Record<string, number>> => {
  const { verdicts, acts } = rebuild(facts, settings)
  if (verdicts.length !== 50 || acts.length === 0)
    throw new Error(`Expected 50 verdicts and some acts, found ${verdicts.length} and ${acts.length}.`)
  return { rebuild10000CommentsMs: median(await durationsMs(() => rebuild(facts, settings), { times: 15, warmUp: 5 })) }
}
