import { appendMarker } from '../../src/markers/encode.ts'
import type { Marker } from '../../src/markers/schema.ts'
import type { Actor, Authored, CommentFact, Facts, ReviewFact, ThreadFact } from '../../src/snapshot/facts.ts'
import { type Login, loginOf, type Sha, shaOf } from '../../src/snapshot/ids.ts'
import type { RebuildSettings } from '../../src/snapshot/snapshot.ts'

export const REPO = 900
export const PULL = 7
export const START = 1_800_000_000

/** The head called A, B, C …: a whole commit id made of its letter. */
export const head = (letter: string): Sha => {
  const sha = shaOf(letter.charCodeAt(0).toString(16).repeat(20))
  if (sha === null) throw new Error(`Expected the name of a head, found "${letter}".`)
  return sha
}

/** `us` = the account of this run; `name[bot]` = an App; `ghost` = a deleted account; anybody else = a user. */
export const actor = (name: string): Actor => {
  if (name === 'ghost') return null
  if (name === 'us') return { kind: 'Bot', login: loginOf('countersign-app') }
  return { kind: name.endsWith('[bot]') ? 'Bot' : 'User', login: loginOf(name) }
}

export const settings = (change: Partial<RebuildSettings> = {}): RebuildSettings => ({
  reviewer: 'countersign',
  panel: [],
  mention: 'countersign',
  labels: { ask: 'ai-review', pause: 'needs-human-review' },
  automationAccounts: [loginOf('ci')],
  trustedBots: [loginOf('listed')],
  marker: { keys: { current: null, previous: null }, unsignedBefore: null, trusted: [], legacy: false },
  ...change,
})

const permissions: Record<string, 'write' | 'admin' | 'read'> = { dev: 'write', lead: 'admin', guest: 'read' }

/** A pull that `dev` opened at head A, read by our App; nothing has happened on it yet. */
export const opened = (): Facts => ({
  observedAt: START,
  viewer: { login: loginOf('countersign-app'), id: 1, isBot: true },
  repository: {
    id: REPO,
    nameWithOwner: 'octo/hello',
    isPrivate: false,
    isInOrganization: true,
    defaultBranch: 'main',
    autoMergeAllowed: false,
  },
  policy: null,
  pull: {
    nodeId: 'PR_7',
    id: 700,
    number: PULL,
    state: 'OPEN',
    isDraft: false,
    isLocked: false,
    title: 'Add a lock',
    body: '',
    createdAt: START,
    author: actor('dev'),
    viewerDidAuthor: false,
    authorAssociation: 'MEMBER',
    base: { ref: 'main', oid: head('0') },
    head: { ref: 'lock', oid: head('A'), repository: 'octo/hello' },
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
  comments: [],
  reviews: [],
  threads: [],
  timeline: [],
  checks: null,
  permissions: Object.fromEntries(Object.entries(permissions).map(([name, level]) => [loginOf(name), level])) as Partial<
    Record<Login, 'write'>
  >,
})

type Happened =
  | { kind: 'labeled' | 'unlabeled'; label: string | null }
  | { kind: 'comment-deleted'; deletedAuthor: Actor }
  | { kind: 'review-requested'; reviewer: Login | null }

type Text = { by: string; body: string; marker?: Marker | undefined }

/** The facts of one pull and the server's clock and counter. Every act takes a minute, unless the clock is stopped. */
export class World {
  facts: Facts
  settings: RebuildSettings
  stepS = 60
  #id = 100

  constructor(change: { facts?: Partial<Facts>; settings?: Partial<RebuildSettings> } = {}) {
    this.facts = { ...opened(), ...change.facts }
    this.settings = settings(change.settings)
  }

  tick(): number {
    this.facts.observedAt += this.stepS
    return this.facts.observedAt
  }

  nextId(): number {
    return ++this.#id
  }

  authored({ by, body, marker }: Text): Authored {
    const id = this.nextId()
    const text = marker === undefined ? body : appendMarker(body, marker, this.settings.marker.keys)
    const author = by === 'us' ? this.viewer() : actor(by)
    const isOurs = author !== null && author.login === this.facts.viewer.login && author.kind === this.viewer()?.kind
    return {
      id,
      nodeId: `N_${id}`,
      createdAt: this.tick(),
      editedAt: null,
      author,
      editor: null,
      viewerDidAuthor: isOurs,
      body: text,
      reacted: [],
    }
  }

  viewer(): Actor {
    const { login, isBot } = this.facts.viewer
    return { kind: isBot ? 'Bot' : 'User', login }
  }

  comment(text: Text): CommentFact {
    const fact: CommentFact = { ...this.authored(text), isMinimized: false }
    this.facts.comments.push(fact)
    return fact
  }

  review(text: Text & { state?: ReviewFact['state']; commit?: Sha; canPush?: boolean }): ReviewFact {
    const written = this.authored(text)
    const fact: ReviewFact = {
      ...written,
      submittedAt: written.createdAt,
      state: text.state ?? 'COMMENTED',
      isMinimized: false,
      authorCanPush: text.canPush ?? true,
      commit: text.commit ?? this.facts.pull.head.oid,
    }
    this.facts.reviews.push(fact)
    return fact
  }

  event(by: string, happened: Happened): string {
    const id = `E_${this.nextId()}`
    this.facts.timeline.push({ id, at: this.tick(), actor: by === 'us' ? this.viewer() : actor(by), ...happened })
    return id
  }

  /** A thread that a finding of ours opened; replies come after it. */
  thread(finding: string, change: Partial<ThreadFact> = {}): ThreadFact {
    const marker: Marker = { kind: 'finding', repo: REPO, pull: PULL, id: finding }
    const comments = [this.authored({ by: 'us', body: 'A finding.', marker })]
    const state = { isResolved: false, isOutdated: false, viewerCanResolve: true, resolvedBy: null }
    const fact: ThreadFact = { nodeId: `T_${finding}`, ...state, path: 'a.ts', line: 1, side: 'RIGHT', comments, ...change }
    this.facts.threads.push(fact)
    return fact
  }

  /** The comment, review or review comment with this id. */
  textOf(id: number): Authored {
    const inThreads = this.facts.threads.flatMap(thread => thread.comments)
    const found = [...this.facts.comments, ...this.facts.reviews, ...inThreads].find(one => one.id === id)
    if (found === undefined) throw new Error(`Expected a text with the id ${id}, found none.`)
    return found
  }
}
