import type { World } from '../../model/world.ts'
import type { SettleInput } from '../../src/decide/settle.ts'
import { appendMarker } from '../../src/markers/encode.ts'
import type { Claim, Marker } from '../../src/markers/schema.ts'
import type { Policy } from '../../src/policy/schema.ts'
import type { Sha } from '../../src/snapshot/ids.ts'
import { status as statusSample, verdict as verdictSample } from '../markers/sample.ts'
import { Story } from '../snapshot/story.ts'
import { head, START } from '../snapshot/world.ts'
import { PAUSE, showLabels, timeOf } from './model-labels.ts'

const decisions = { A: 'approved', F: 'fix-requested' } as const

/** Locks are numbered by run and round. */
const lockId = (id: string): number => 1 + Number(id.split('.')[0]) * 10 + Number(id.split('.')[1])
const headOf = (number: number): Sha => head(String.fromCharCode(65 + number))
const baseOf = (number: number): string => (number === 0 ? 'main' : 'next')

/** One world of the model as the facts that GitHub would tell of it. */
export class ModelStory extends Story {
  readonly model: World

  constructor(model: World) {
    super()
    this.model = model
    this.stepS = 0
    this.facts.pull.head = { ...this.facts.pull.head, oid: headOf(model.head) }
    this.facts.pull.base = { ...this.facts.pull.base, ref: baseOf(model.base) }
    this.facts.pull.state = model.isOpen ? 'OPEN' : 'CLOSED'
    for (const tell of [
      () => this.#acts(),
      () => this.#reviews(),
      () => this.#comments(),
      () => this.#statuses(),
      () => showLabels(this, this.model),
    ])
      tell()
    this.facts.observedAt = timeOf(model.t)
    if (model.lock) this.facts.lock = { held: true, entries: [{ id: lockId(model.lock.id), at: START }], complete: true }
  }

  /** What settling rests on, for the claim that stands. */
  settleInput(policy: Policy): SettleInput {
    const snapshot = this.snapshot()
    const claim = snapshot.statuses[0]?.marker.claim
    if (!claim) throw new Error('Expected a claim, found none.')
    return { snapshot, policy, claim }
  }

  #at(t: number, id: number): { id: number; createdAt: number } {
    this.facts.observedAt = timeOf(t)
    return { id, createdAt: timeOf(t) }
  }

  actId(number: number): string {
    if (number === 0) return 'first'
    return this.model.acts.find(act => act.id === number)?.kind === 'unlabel' ? `E_unlabeled_${number}` : `c${number}`
  }

  actNumber(id: string): number {
    return id === 'first' ? 0 : Number(id.replace(/^\D+/, ''))
  }

  /** One reviewer has no decision beside its verdict. */
  decision(): string {
    return 'decision'
  }

  #acts(): void {
    for (const { id, t, kind } of this.model.acts) {
      if (kind === 'unlabel')
        this.facts.timeline.push({
          kind: 'unlabeled',
          id: `E_unlabeled_${id}`,
          at: timeOf(t),
          actor: { kind: 'User', login: 'dev' as never },
          label: PAUSE,
        })
      else Object.assign(this.comment({ by: 'dev', body: '@countersign review' }), this.#at(t, id), { reacted: ['ROCKET'] })
    }
  }

  #reviews(): void {
    for (const one of this.model.reviews) {
      const marker = {
        ...verdictSample(),
        ...this.binding(),
        head: headOf(one.head),
        base: baseOf(one.base),
        occasion: this.actId(one.occasion),
        decision: decisions[one.says],
        acts: one.acts.map(act => this.actId(act)),
        nonce: one.by,
        costUsd: null,
      }
      const at = this.#at(one.t, one.id)
      const fact = this.review({
        by: 'us',
        body: 'Review',
        marker: one.tidied ? this.#answerMarker([]) : marker,
        commit: marker.head,
      })
      Object.assign(fact, at, { submittedAt: at.createdAt })
      if (one.edited) Object.assign(fact, { editedAt: at.createdAt, editor: { kind: 'User', login: 'dev' } })
    }
  }

  #answerMarker(acts: number[]): Marker {
    return { kind: 'answer', ...this.binding(), acts: acts.map(act => this.actId(act)), outcome: 'refused', nonce: 'x' }
  }

  #comments(): void {
    for (const one of this.model.escalations) {
      const marker: Marker = {
        kind: 'escalation',
        ...this.binding(),
        head: headOf(one.head),
        reason: one.why,
        reviewer: 'countersign',
        run: { id: '1', attempt: 1 },
        nonce: 'x',
      }
      Object.assign(this.comment({ by: 'us', body: 'A person is needed.', marker }), this.#at(one.t, one.id))
    }
    for (const one of this.model.answers)
      Object.assign(this.comment({ by: 'us', body: 'No.', marker: this.#answerMarker(one.acts) }), this.#at(one.t, one.id))
    for (const [index, t] of this.model.lost.entries())
      this.facts.timeline.push({
        kind: 'comment-deleted',
        id: `E_lost_${index}`,
        at: timeOf(t),
        actor: { kind: 'User', login: 'dev' as never },
        deletedAuthor: this.viewer(),
      })
  }

  #claim(one: World['statuses'][number]['claim']): Claim {
    const run = { id: String(one.run), attempt: 1 }
    const at = timeOf(one.since)
    const ending = one.ending && {
      kind: one.ending.kind,
      at,
      reason: 'x',
      run,
      nonce: one.nonce,
      lastVerdict: one.ending.review || null,
      lastComment: one.ending.comment || null,
    }
    return {
      nonce: one.nonce,
      head: headOf(one.head),
      base: baseOf(one.base),
      occasion: this.actId(one.occasion),
      acts: one.acts.map(act => this.actId(act)),
      role: 'single',
      run,
      job: '1',
      lock: lockId(one.lock),
      since: at,
      recoveries: one.recoveries,
      ending,
      flagged: one.flagged,
      expires: null,
    }
  }

  #statuses(): void {
    for (const one of this.model.statuses) {
      const marker = {
        ...statusSample(),
        ...this.binding(),
        claim: this.#claim(one.claim),
        starts: {
          life: one.starts,
          sinceEngagement: one.starts,
          noVerdict: one.row,
          engagement: one.engagedAt && timeOf(one.engagedAt),
          perDay: {},
        },
        spend: { life: 0, sinceEngagement: 0, noVerdict: 0, engagement: one.resetAt && timeOf(one.resetAt), perDay: {} },
        startsPerAct: Object.fromEntries(Object.entries(one.perAct).map(([act, starts]) => [this.actId(Number(act)), starts])),
        errors: one.errors.map(headOf),
      }
      const body = appendMarker('Status', marker, this.settings.marker.keys)
      Object.assign(this.comment({ by: 'us', body }), this.#at(one.t, one.id))
    }
  }
}
