import { primaryAt } from '../../model/panel/round.ts'
import { type Claim as ModelClaim, PANEL, type Review, type Status, seatOf, type World } from '../../model/panel/world.ts'
import type { SettleInput } from '../../src/decide/settle.ts'
import { appendMarker } from '../../src/markers/encode.ts'
import type { Claim, FindingState, Marker, VerdictMarker } from '../../src/markers/schema.ts'
import type { Policy } from '../../src/policy/schema.ts'
import type { Sha } from '../../src/snapshot/ids.ts'
import { primaryAt as codePrimaryAt, combinedAt, type RoundKey } from '../../src/snapshot/panel.ts'
import { status as statusSample, verdict as verdictSample } from '../markers/sample.ts'
import { Story } from '../snapshot/story.ts'
import { head } from '../snapshot/world.ts'
import { PAUSE, showLabels, timeOf } from './model-labels.ts'

export const names = ['anna', 'ben', 'cleo'] as const
const decisions = { A: 'approved', F: 'fix-requested' } as const

const nameOf = (member: number): string => names[member] ?? 'panel'
const headOf = (number: number): Sha => head(String.fromCharCode(65 + number))
const lockId = (id: string): number => 1 + Number(id.split('.')[0]) * 10 + Number(id.split('.')[1])
const findingOf = (id: string): FindingState => ({ id, severity: 'high', blocking: true, path: null, line: null, status: 'new' })

/** One world of the panel's model as the facts that GitHub would tell one member of it. */
export class PanelModelStory extends Story {
  readonly model: World

  readonly member: number

  readonly quorum: number

  constructor(model: World, { member, quorum }: { member: number; quorum: number }) {
    super({ settings: { reviewer: nameOf(member), panel: model.seats.map((_, seat) => nameOf(seat)) } })
    this.model = model
    this.member = member
    this.quorum = quorum
    this.stepS = 0
    this.facts.pull.head = { ...this.facts.pull.head, oid: headOf(model.head) }
    this.facts.pull.state = model.isOpen ? 'OPEN' : 'CLOSED'
    for (const act of model.acts) this.#act(act)
    for (const review of model.reviews) this.#review(review)
    this.#comments()
    for (const [seat, { status }] of model.seats.entries()) if (status !== null) this.#status(status, nameOf(seat))
    showLabels(this, this.model)
    this.facts.observedAt = timeOf(model.t)
    const { lock } = seatOf(model, member)
    const entries = lock === null ? [] : [{ id: lockId(lock.id), at: timeOf(lock.t) }]
    this.facts.lock = { held: lock !== null, entries, complete: true }
  }

  settleInput(policy: Policy): SettleInput {
    const snapshot = this.snapshot()
    const claim = snapshot.statuses[0]?.marker.claim
    if (!claim) throw new Error('Expected a claim, found none.')
    return { snapshot, policy, claim }
  }

  actId(number: number): string {
    if (number === 0) return 'first'
    return this.model.acts.find(act => act.id === number)?.kind === 'unlabel' ? `E_unlabeled_${number}` : `c${number}`
  }

  actNumber(id: string): number {
    return id === 'first' ? 0 : Number(id.replace(/^\D+/, ''))
  }

  /** The decision that the code would publish for the round, in the model's words. */
  decision(round: RoundKey): string {
    const snapshot = this.snapshot()
    const { decision } = combinedAt(snapshot, round, this.quorum)
    const says = decision === 'fix-requested' ? 'F' : decision === 'approved' ? 'A' : decision
    const acts = (codePrimaryAt(snapshot, round)?.acts ?? []).map(act => this.actNumber(act))
    return `decision ${says} ${this.#headNumber(round.head)} ${this.actNumber(round.occasion)} ${acts}`
  }

  #headNumber(sha: string): number {
    return [0, 1, 2, 3].findIndex(number => headOf(number) === sha)
  }

  #at(t: number, id: number): { id: number; createdAt: number } {
    return { id, createdAt: timeOf(t) }
  }

  #act({ id, t, kind }: World['acts'][number]): void {
    const actor = { kind: 'User', login: 'dev' as never } as const
    if (kind === 'unlabel')
      this.facts.timeline.push({ kind: 'unlabeled', id: `E_unlabeled_${id}`, at: timeOf(t), actor, label: PAUSE })
    else Object.assign(this.comment({ by: 'dev', body: '@countersign review' }), this.#at(t, id), { reacted: ['ROCKET'] })
  }

  /** A blocker of its own, or a word on that of the primary. */
  #saidBy(one: Review): Pick<VerdictMarker, 'findings' | 'opinion'> {
    const primary = primaryAt(this.model, one)
    if (one.role !== 'enricher') return { findings: one.says === 'F' ? [findingOf(`own-${one.id}`)] : [] }
    const judged = primary?.says === 'F' ? [`own-${primary.id}`] : []
    const confirms = one.says === 'F' ? judged : []
    return {
      findings: one.says === 'F' && judged.length === 0 ? [findingOf(`own-${one.id}`)] : [],
      opinion: { overall: 'mixed', confirms, refutes: one.refutes ? judged : [] },
    }
  }

  #review(one: Review): void {
    const marker: VerdictMarker = {
      ...verdictSample(),
      ...this.binding(),
      reviewer: nameOf(one.by),
      head: headOf(one.head),
      occasion: this.actId(one.occasion),
      decision: decisions[one.says],
      role: one.role,
      acts: one.acts.map(act => this.actId(act)),
      nonce: one.nonce,
      costUsd: null,
      ...this.#saidBy(one),
      ...(one.by === PANEL ? { attempts: 0, publisher: nameOf(one.publisher) } : {}),
    }
    const said = one.tidied ? this.#answer([]) : marker
    const at = this.#at(one.t, one.id)
    Object.assign(this.review({ by: 'us', body: 'Review', marker: said, commit: marker.head }), at, { submittedAt: at.createdAt })
  }

  #answer(acts: number[]): Marker {
    return { kind: 'answer', ...this.binding(), acts: acts.map(act => this.actId(act)), outcome: 'refused', nonce: 'x' }
  }

  #comments(): void {
    for (const one of this.model.escalations) {
      const about = { head: headOf(one.head), reason: one.why as 'cycle-cap', reviewer: 'anna' }
      const marker: Marker = { kind: 'escalation', ...this.binding(), ...about, run: { id: '1', attempt: 1 }, nonce: 'x' }
      Object.assign(this.comment({ by: 'us', body: 'A person is needed.', marker }), this.#at(one.t, one.id))
    }
    for (const one of this.model.answers)
      Object.assign(this.comment({ by: 'us', body: 'No.', marker: this.#answer(one.acts) }), this.#at(one.t, one.id))
  }

  #claim(one: ModelClaim): Claim {
    const run = { id: String(one.run), attempt: 1 }
    const at = timeOf(one.since)
    const { ending } = one
    const last = { lastVerdict: ending?.review || null, lastComment: ending?.comment || null }
    return {
      nonce: one.nonce,
      head: headOf(one.head),
      base: 'main',
      occasion: this.actId(one.occasion),
      acts: one.acts.map(act => this.actId(act)),
      role: one.role,
      run,
      job: '1',
      lock: lockId(one.lock),
      since: at,
      ...(one.promoted > 0 ? { promoted: timeOf(one.promoted) } : {}),
      recoveries: one.recoveries,
      ending: ending && { kind: ending.kind, at, reason: 'x', run, nonce: one.nonce, ...last },
      flagged: one.flagged,
      expires: null,
    }
  }

  #status(one: Status, reviewer: string): void {
    const used = { life: one.starts, sinceEngagement: one.starts, noVerdict: one.row, perDay: {} }
    const marker = {
      ...statusSample(),
      ...this.binding(),
      reviewer,
      claim: this.#claim(one.claim),
      starts: { ...used, engagement: one.engagedAt && timeOf(one.engagedAt) },
      spend: { life: 0, sinceEngagement: 0, noVerdict: 0, engagement: one.resetAt && timeOf(one.resetAt), perDay: {} },
      startsPerAct: Object.fromEntries(Object.entries(one.perAct).map(([act, starts]) => [this.actId(Number(act)), starts])),
      errors: one.errors.map(headOf),
    }
    const body = appendMarker('Status', marker, this.settings.marker.keys)
    const edit = one.leftAt > 0 ? { editedAt: timeOf(one.leftAt), editor: this.viewer() } : {}
    Object.assign(this.comment({ by: 'us', body }), this.#at(0, one.id), edit)
  }
}
