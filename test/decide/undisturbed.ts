import { askedPolicy } from '../../src/decide/asked.ts'
import type { Effect } from '../../src/decide/effect.ts'
import { dueDecision } from '../../src/decide/panel.ts'
import { type Plan, plan } from '../../src/decide/plan.ts'
import { permitOf, settle, settleUnable, verdictOf } from '../../src/decide/settle.ts'
import { ended } from '../../src/effects/ending.ts'
import { appendMarker } from '../../src/markers/encode.ts'
import type { Claim, FindingState, Marker, VerdictMarker } from '../../src/markers/schema.ts'
import { PANEL } from '../../src/panel/names.ts'
import type { Policy } from '../../src/policy/schema.ts'
import { isUnended } from '../../src/snapshot/claims.ts'
import type { Facts } from '../../src/snapshot/facts.ts'
import { combinedAt, isMember, primaryAt, type RoundKey } from '../../src/snapshot/panel.ts'
import { rebuild } from '../../src/snapshot/rebuild.ts'
import { isShort } from '../../src/snapshot/short.ts'
import type { Snapshot } from '../../src/snapshot/snapshot.ts'
import type { Letter, Story } from '../snapshot/story.ts'

/** How many of the newest entries a replica does not list yet. */
export type Lag = { comments: number; reviews: number; timeline: number }

export const lagging = (facts: Facts, by: Lag): Facts => ({
  ...facts,
  comments: facts.comments.slice(0, facts.comments.length - by.comments),
  reviews: facts.reviews.slice(0, facts.reviews.length - by.reviews),
  timeline: facts.timeline.slice(0, facts.timeline.length - by.timeline),
})

/** What the agent says: a fix, an approval, or nothing valid. */
export type Agent = Letter | 'E'
/** `steps` = how many writes the run lives to make; it is killed before the next one. `reviewer` = whose run it is, of several. */
export type Run = { agent: Agent; policy: Policy; steps?: number; reviewer?: string; lag?: Lag | undefined }

class Killed extends Error {}

const blocker = (id: string): FindingState => ({
  id,
  severity: 'high',
  blocking: true,
  path: null,
  line: null,
  status: 'new',
  title: 'A fault',
})

/** The plan of a run that finds nobody alive: every open claim is a dead one's. */
export const planAlone = (snapshot: Snapshot, policy: Policy): Plan => {
  const claim = snapshot.statuses[0]?.marker.claim ?? null
  const owner = claim !== null && isUnended(claim) ? 'dead' : null
  return plan({ snapshot, policy: askedPolicy(policy, snapshot), owner })
}

const answerMarker = (story: Story): Marker => ({
  kind: 'answer',
  ...story.binding(),
  acts: [],
  outcome: 'answered',
  nonce: story.nonce(),
})

/** The panel's decision of a round, published by the reviewer whose run it is. */
const postDecision = (story: Story, { head, base, occasion }: RoundKey): number => {
  const snapshot = story.snapshot()
  const key = { head, base, occasion }
  const { decision } = combinedAt(snapshot, key, null)
  const acts = primaryAt(snapshot, key)?.acts ?? []
  if (head !== story.facts.pull.head.oid) throw new Error('A decision was published for a head that has moved.')
  const place = { base, occasion, acts, role: 'panel', reviewer: PANEL, publisher: snapshot.reviewer, attempts: 0 } as const
  return story.posts(decision === 'approved' ? 'A' : 'F', place)
}

const applyOne = (story: Story, effect: Effect, claim: Claim | null): unknown => {
  switch (effect.kind) {
    case 'add-pause-label':
      return story.labels('us')
    case 'remove-pause-label':
      return story.unlabels('us')
    case 'post-escalation':
      return story.escalationComment(effect.reason)
    case 'post-answer':
      return story.answers(effect.acts.map(act => act.id))
    case 'mark-answered':
      return effect.acts.map(act => act.text && story.textOf(act.text.commentId).reacted.push(effect.reaction))
    case 'tidy-duplicate':
      return story.edits(
        effect.verdict.id,
        'us',
        appendMarker('Not the one that counts.', answerMarker(story), story.settings.marker.keys),
      )
    case 'dismiss-review':
      return story.dismisses(effect.review)
    case 'fold-outdated':
      return effect.reviews.map(nodeId => story.minimises(Number(nodeId.replace('N_', ''))))
    case 'publish-decision':
      return postDecision(story, effect.round)
    case 'delete-status':
      return story.deletes(effect.id, 'us')
    case 'write-ending':
      return claim && story.writeStatus(ended(story.snapshot(), effect, { claim, cost: { usd: 0, estimated: false } }))
  }
}

/** One run after another, each alone: the same pure functions as the product, and a world in place of GitHub. */
export class Undisturbed {
  readonly story: Story
  /** Agent starts, in the order of the story, as the count of everything that happened by then. */
  starts = 0
  /** Those for a head, base and occasion that had its verdict already. */
  repeated = 0
  #left = Number.POSITIVE_INFINITY
  #wasKilled = false

  constructor(story: Story) {
    this.story = story
  }

  #step<T>(write: () => T): T {
    if (this.#left-- <= 0) throw new Killed()
    return write()
  }

  #apply(effects: Effect[], claim: Claim | null): void {
    for (const effect of effects) this.#step(() => applyOne(this.story, effect, claim))
  }

  #review({ decision, recoveries, resumes }: Extract<Plan, { kind: 'review' }>, { agent, policy }: Run): void {
    const { story } = this
    const acts = decision.acts.map(act => act.id)
    const since = resumes === null ? {} : { since: resumes.since }
    const claim = this.#step(() => story.claim({ occasion: decision.occasion, acts, recoveries, ...since }))
    story.facts.lock = { held: true, entries: [{ id: claim.lock, at: claim.since }], complete: true }
    this.starts++
    if (verdictOf(story.snapshot(), claim) !== undefined) this.repeated++
    this.#apply(this.#conclusion(claim, { agent, policy }), claim)
  }

  /** What is left to do once the agent answered: publish if it may, then settle on what stands there. */
  #conclusion(claim: Claim, { agent, policy }: Run): Effect[] {
    const { story } = this
    const inputNow = () => {
      const snapshot = story.snapshot()
      return { snapshot, policy: askedPolicy(policy, snapshot), claim }
    }
    if (agent === 'E') return settleUnable(inputNow(), 'no agent answered')
    const permit = permitOf(inputNow())
    if (permit.kind === 'withhold') return permit.effects
    const { nonce, occasion } = claim
    if (permit.kind === 'publish')
      this.#step(() => story.posts(agent, { occasion, acts: permit.acts, nonce, ...this.#seat(agent, claim) }))
    this.#decideTogether(policy)
    return settle(inputNow())
  }

  /** Alone, or as the member of a panel whose review is the first of the round, or an opinion on it. */
  #seat(agent: Letter, claim: Claim): Partial<VerdictMarker> {
    const snapshot = this.story.snapshot()
    const { reviewer } = snapshot
    if (!isMember(snapshot)) return { reviewer }
    const role = primaryAt(snapshot, claim) === undefined ? 'anchor' : 'enricher'
    return { reviewer, role, findings: agent === 'F' ? [blocker(`b-${reviewer}`)] : [] }
  }

  /** The last member to answer publishes what all of them come to. */
  #decideTogether(policy: Policy): void {
    const due = dueDecision({ snapshot: this.story.snapshot(), policy })
    if (due !== null) this.#step(() => postDecision(this.story, due))
  }

  /**
   * What a run reads; `null` = a list is known to be short, so it stops. After one that was killed the next waits until its owner has
   * been gone for a minute: no replica is that far behind.
   */
  #read({ lag }: Run): Snapshot | null {
    const { facts, settings } = this.story
    if (lag === undefined || this.#wasKilled) return this.story.snapshot()
    const whole = this.story.snapshot()
    const behind = lagging(structuredClone(facts), lag)
    // The status comment is as old as the claim before: minutes, if an agent worked.
    const status = facts.comments.find(one => one.id === whole.statuses[0]?.id)
    const comments =
      status === undefined || behind.comments.some(one => one.id === status.id) ? behind.comments : [...behind.comments, status]
    const seen = rebuild({ ...behind, comments }, settings)
    return isShort(seen) ? null : seen
  }

  /** Answers what the run found to do; `none` = it wrote nothing. */
  round(run: Run): Plan['kind'] {
    const { story } = this
    story.settings.reviewer = run.reviewer ?? story.settings.reviewer
    this.#left = run.steps ?? Number.POSITIVE_INFINITY
    const seen = this.#read(run)
    if (seen === null) return 'none'
    const planned = planAlone(seen, run.policy)
    this.#wasKilled = false
    try {
      if (planned.kind === 'apply') this.#apply(planned.effects, planned.target)
      if (planned.kind === 'review') this.#review(planned, run)
    } catch (error) {
      if (!(error instanceof Killed)) throw error
      this.#wasKilled = true
    } finally {
      story.facts.lock = { held: false, entries: [], complete: true }
    }
    return planned.kind
  }

  /** Runs until one writes nothing; answers how many there were, or `null` when `most` do not suffice. */
  rest(run: Omit<Run, 'steps'>, most = 12): number | null {
    for (let rounds = 0; rounds < most; rounds++) if (this.round(run) === 'none') return rounds
    return null
  }
}
