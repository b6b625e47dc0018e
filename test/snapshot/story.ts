import { ended } from '../../src/effects/ending.ts'
import { claimed } from '../../src/effects/status.ts'
import { appendMarker } from '../../src/markers/encode.ts'
import type { AnswerMarker, Claim, EscalationReason, Marker, StatusMarker, VerdictMarker } from '../../src/markers/schema.ts'
import { isWithoutArguments, openActs } from '../../src/snapshot/acts.ts'
import { sameLabel } from '../../src/snapshot/pause.ts'
import { rebuild } from '../../src/snapshot/rebuild.ts'
import type { Snapshot } from '../../src/snapshot/snapshot.ts'
import { verdict as verdictSample } from '../markers/sample.ts'
import { actor, head, PULL, REPO, World } from './world.ts'

export type Letter = 'F' | 'A'
const decisions = { F: 'fix-requested', A: 'approved' } as const

type VerdictChange = Partial<Omit<VerdictMarker, 'head'>> & { on?: string; by?: string }

/** What happens on a pull, told in the order in which it happens; every sentence takes a minute of the server's clock. */
export class Story extends World {
  #nonce = 0

  snapshot(): Snapshot {
    return rebuild(structuredClone(this.facts), this.settings)
  }

  /** All that follows happens within one second. */
  sameSecond(): this {
    this.stepS = 0
    return this
  }

  wait(seconds: number): this {
    this.facts.observedAt += seconds
    return this
  }

  push(letter: string): this {
    this.tick()
    this.facts.pull.head = { ...this.facts.pull.head, oid: head(letter) }
    return this
  }

  retarget(ref: string): this {
    this.tick()
    this.facts.pull.base = { ...this.facts.pull.base, ref }
    return this
  }

  close(state: 'CLOSED' | 'MERGED' = 'CLOSED'): this {
    this.tick()
    this.facts.pull.state = state
    return this
  }

  reopen(): this {
    this.tick()
    this.facts.pull.state = 'OPEN'
    return this
  }

  says(by: string, body: string): number {
    return this.comment({ by, body }).id
  }

  /** A person's request in a comment; answers its act's id. */
  asks(by = 'dev', words = 'review'): string {
    return `c${this.says(by, `@countersign ${words}`)}`
  }

  approves(by: string, change: { canPush?: boolean } = {}): number {
    return this.review({ by, body: 'Fine by me.', state: 'APPROVED', ...change }).id
  }

  requestsChanges(by: string): number {
    return this.review({ by, body: 'Please rename it.', state: 'CHANGES_REQUESTED' }).id
  }

  labels(by: string, label = 'needs-human-review'): string {
    const { pull } = this.facts
    if (!pull.labels.some(name => sameLabel(name, label))) pull.labels.push(label)
    return this.event(by, { kind: 'labeled', label })
  }

  unlabels(by: string, label = 'needs-human-review'): string {
    const { pull } = this.facts
    pull.labels = pull.labels.filter(name => !sameLabel(name, label))
    return this.event(by, { kind: 'unlabeled', label })
  }

  requestsReview(by: string | null, id = 55): this {
    if (by !== null) this.event(by, { kind: 'review-requested', reviewer: this.facts.viewer.login })
    this.facts.pull.reviewRequest = { id, asCodeOwner: false }
    return this
  }

  binding(): { repo: number; pull: number } {
    return { repo: REPO, pull: PULL }
  }

  nonce(): string {
    return `n${++this.#nonce}`
  }

  run(): { id: string; attempt: number } {
    return { id: String(1000 + this.#nonce), attempt: 1 }
  }

  writeStatus(marker: StatusMarker): void {
    const known = this.snapshot().statuses[0]
    if (known === undefined) this.comment({ by: 'us', body: 'Status', marker })
    else Object.assign(this.textOf(known.id), this.editedBy('us', appendMarker('Status', marker, this.settings.marker.keys)))
  }

  editedBy(by: string, body: string): { body: string; editedAt: number; editor: ReturnType<typeof actor> } {
    return { body, editedAt: this.tick(), editor: by === 'us' ? this.viewer() : actor(by) }
  }

  claim(change: Partial<Claim> = {}): Claim {
    const snapshot = this.snapshot()
    const acts = openActs(snapshot.acts)
    const claim: Claim = {
      nonce: this.nonce(),
      head: this.facts.pull.head.oid,
      base: this.facts.pull.base.ref,
      occasion: acts.at(-1)?.id ?? 'first',
      acts: acts.map(act => act.id),
      role: 'single',
      run: this.run(),
      job: '1',
      lock: 9,
      since: this.facts.observedAt,
      recoveries: 0,
      ending: null,
      flagged: false,
      expires: null,
      ...change,
    }
    this.writeStatus(claimed(snapshot, claim))
    return claim
  }

  ends(
    ending: 'consensus' | 'continues' | 'exhausted' | 'error' | 'terminated',
    more: { flagged?: boolean; overtaken?: boolean } = {},
  ): this {
    const snapshot = this.snapshot()
    const claim = snapshot.statuses[0]?.marker.claim
    if (!claim) throw new Error('Expected a claim to end, found none.')
    const effect = {
      kind: 'write-ending',
      ending,
      reason: ending,
      flagged: more.flagged ?? false,
      overtaken: more.overtaken ?? false,
    } as const
    this.writeStatus(ended(snapshot, effect, { claim, cost: { usd: 0, estimated: false } }))
    return this
  }

  /** Only the review: its claim and ending are told apart. */
  posts(letter: Letter, { on, by = 'us', ...change }: VerdictChange = {}): number {
    const commit = on === undefined ? this.facts.pull.head.oid : head(on)
    const place = { ...this.binding(), head: commit, base: this.facts.pull.base.ref }
    const marker: VerdictMarker = {
      ...verdictSample(),
      ...place,
      decision: decisions[letter],
      nonce: this.nonce(),
      costUsd: null,
      ...change,
    }
    return this.review({ by, body: '## Review', marker, commit }).id
  }

  /** A whole round: claim, verdict with the acts it serves, ending. Answers the review's id. */
  verdict(letter: Letter, change: VerdictChange = {}): number {
    const claim = this.claim()
    const open = openActs(this.snapshot().acts).filter(act => isWithoutArguments(act) || claim.acts.includes(act.id))
    const id = this.posts(letter, { occasion: claim.occasion, acts: open.map(act => act.id), nonce: claim.nonce, ...change })
    this.ends(letter === 'A' ? 'consensus' : 'continues')
    return id
  }

  answers(acts: string[], outcome: AnswerMarker['outcome'] = 'refused'): number {
    return this.comment({
      by: 'us',
      body: 'No review.',
      marker: { kind: 'answer', ...this.binding(), acts, outcome, nonce: this.nonce() },
    }).id
  }

  escalationComment(reason: EscalationReason = 'cycle-cap', by = 'us'): number {
    const marker: Marker = {
      kind: 'escalation',
      ...this.binding(),
      head: this.facts.pull.head.oid,
      reason,
      reviewer: this.settings.reviewer,
      run: this.run(),
      nonce: this.nonce(),
    }
    return this.comment({ by, body: 'A person is needed.', marker }).id
  }

  escalates(reason: EscalationReason = 'cycle-cap'): this {
    this.labels('us')
    this.escalationComment(reason)
    return this
  }

  /** Another account edits a text; without a body its words change and its marker stays. */
  edits(id: number, by: string, body?: string): this {
    const text = this.textOf(id)
    Object.assign(text, this.editedBy(by, body ?? `Edited. ${text.body}`))
    return this
  }

  minimises(id: number): this {
    Object.assign(this.textOf(id), { isMinimized: true })
    return this
  }

  dismisses(id: number): this {
    Object.assign(this.textOf(id), { state: 'DISMISSED' })
    return this
  }

  deletes(id: number, by: string): this {
    const { author } = this.textOf(id)
    this.facts.comments = this.facts.comments.filter(one => one.id !== id)
    this.event(by, { kind: 'comment-deleted', deletedAuthor: author })
    return this
  }

  statusId(): number {
    const id = this.snapshot().statuses[0]?.id
    if (id === undefined) throw new Error('Expected a status comment, found none.')
    return id
  }
}
