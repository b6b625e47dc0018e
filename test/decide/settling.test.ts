import { describe, expect, it } from 'vitest'
import { effectLine } from '../../src/decide/effect.ts'
import { isHeld, permitOf, settle, settleUnable } from '../../src/decide/settle.ts'
import type { Claim } from '../../src/markers/schema.ts'
import { defaultPolicy, type Policy } from '../../src/policy/schema.ts'
import { Story } from '../snapshot/story.ts'

const policyOf = (change: Partial<Policy> = {}): Policy => ({ ...defaultPolicy(), ...change })
const lock = (story: Story): Story =>
  Object.assign(story, { facts: { ...story.facts, lock: { held: true, entries: [{ id: 9, at: 1 }], complete: true } } })

/** A run has the lock and a claim on head A. */
const claimed = (prepare: (story: Story) => unknown = () => {}): { story: Story; claim: Claim } => {
  const story = new Story()
  prepare(story)
  const claim = story.claim()
  return { story: lock(story), claim }
}

const permit = (story: Story, claim: Claim, change: Partial<Policy> = {}) =>
  permitOf({ snapshot: story.snapshot(), policy: policyOf(change), claim })
const settled = (story: Story, claim: Claim, change: Partial<Policy> = {}): string[] =>
  settle({ snapshot: story.snapshot(), policy: policyOf(change), claim }).map(effectLine)

describe('before it is published, a verdict', () => {
  it('passes while lock, nonce, head and base are still its own', () => {
    const { story, claim } = claimed()
    expect(permit(story, claim)).toEqual({ kind: 'publish', acts: [] })
  })

  it.each<[string, string, (story: Story) => unknown]>([
    ['is withheld when the lock is another’s', 'lock-lost', story => (story.facts.lock.entries = [{ id: 10, at: 2 }])],
    ['is withheld when the nonce is another’s', 'lock-lost', story => story.claim()],
    ['is withheld when the head moved', 'moved', story => story.push('B')],
    [
      'is withheld when the head moved to one whose name begins the same',
      'moved',
      story => Object.assign(story.facts.pull.head, { oid: `${story.facts.pull.head.oid.slice(0, 39)}0` }),
    ],
    ['is withheld when the base moved', 'moved', story => story.retarget('next')],
    ['is withheld when the pull was closed', 'closed', story => story.close()],
    ['is withheld when a person paused', 'paused', story => story.labels('dev')],
    ['is withheld when an escalation came', 'paused', story => story.escalates()],
    [
      'is withheld when a listed bot alone asked during a pause',
      'paused',
      story => [story.labels('dev'), story.asks('listed[bot]')],
    ],
    [
      'is withheld when other heads reached the cap meanwhile',
      'capped',
      story => [story.posts('F', { on: 'B' }), story.posts('F', { on: 'C' }), story.posts('F', { on: 'D' })],
    ],
  ])('%s', (_, why, tell) => {
    const { story, claim } = claimed()
    tell(story)
    expect(permit(story, claim)).toMatchObject({ kind: 'withhold', why })
  })

  it('passes a pause when a person asked meanwhile, and lists that request', () => {
    const { story, claim } = claimed()
    story.labels('dev')
    const act = story.asks()
    expect(permit(story, claim)).toEqual({ kind: 'publish', acts: [act] })
  })

  it('lists its claim’s request though the list of comments does not show it any more', () => {
    const { story, claim } = claimed(one => one.asks())
    story.facts.comments = story.facts.comments.filter(one => !one.body.startsWith('@'))
    expect(permit(story, claim)).toEqual({ kind: 'publish', acts: claim.acts })
  })

  it('leaves a request with arguments that came later to a review of its own', () => {
    const { story, claim } = claimed(one => one.asks())
    story.asks('dev', 'review security')
    expect(permit(story, claim)).toEqual({ kind: 'publish', acts: claim.acts })
  })

  it('is not published beside a verdict of its key', () => {
    const { story, claim } = claimed()
    story.posts('A')
    expect(permit(story, claim)).toMatchObject({ kind: 'exists', verdict: { decision: 'approved' } })
  })

  it('trusts the nonce alone where GitHub cut the list of reactions short', () => {
    const { story, claim } = claimed()
    story.facts.lock = { held: true, entries: [], complete: false }
    expect(isHeld(story.snapshot(), claim)).toBe(true)
  })
})

describe('after its verdict, a claim', () => {
  it('ends as consensus with an approval', () => {
    const { story, claim } = claimed()
    story.posts('A')
    expect(settled(story, claim)).toEqual(['ending consensus'])
  })

  it('goes on below the cap', () => {
    const { story, claim } = claimed()
    story.posts('F')
    expect(settled(story, claim)).toEqual(['ending continues'])
  })

  it('calls a person at the cap, the label first', () => {
    const { story, claim } = claimed()
    story.posts('F')
    expect(settled(story, claim, { 'max-cycles': 1 })).toEqual(['label on', 'escalation comment (cycle-cap)', 'ending exhausted'])
  })

  it('asked again after half of that, does the other half', () => {
    const { story, claim } = claimed()
    story.posts('F')
    story.labels('us')
    expect(settled(story, claim, { 'max-cycles': 1 })).toEqual(['escalation comment (cycle-cap)', 'ending exhausted'])
    story.escalationComment()
    expect(settled(story, claim, { 'max-cycles': 1 })).toEqual(['ending exhausted'])
  })

  it('takes our label off and marks the request it served', () => {
    const { story, claim } = claimed(one => [one.escalates(), one.asks()])
    story.posts('A', { acts: claim.acts, occasion: claim.occasion })
    expect(settled(story, claim)).toEqual(['label off', `rocket on ${claim.acts}`, 'ending consensus'])
  })

  it.each([
    ['leaves a person’s own pause on', 'review', []],
    ['takes it off for `resume`', 'resume', ['label off']],
  ])('%s', (_, words, writes) => {
    const { story, claim } = claimed(one => [one.labels('dev'), one.asks('dev', words)])
    story.posts('A', { acts: claim.acts, occasion: claim.occasion })
    expect(settled(story, claim).filter(line => line.startsWith('label'))).toEqual(writes)
  })

  it('leaves a pause that came after the `resume` on', () => {
    const { story, claim } = claimed(one => one.asks('dev', 'resume'))
    story.labels('lead')
    story.posts('A', { acts: claim.acts, occasion: claim.occasion })
    expect(settled(story, claim).filter(line => line.startsWith('label'))).toEqual([])
  })

  it('that another edited, counts as a fix requested and takes no label off', () => {
    const { story, claim } = claimed(one => [one.escalates(), one.asks()])
    story.edits(story.posts('A', { acts: claim.acts, occasion: claim.occasion }), 'dev')
    expect(settled(story, claim)).toEqual(['ending continues'])
  })
})

describe('without a verdict, a claim', () => {
  it('tells the people who asked, and closes the head', () => {
    const { story, claim } = claimed(one => [one.asks(), one.asks('listed[bot]')])
    expect(settleUnable({ snapshot: story.snapshot(), policy: policyOf(), claim }, 'no agent').map(effectLine)).toEqual([
      `answer to ${claim.acts[0]}`,
      'ending error',
    ])
  })

  it('settles on the verdict that another run published for its key', () => {
    const { story, claim } = claimed()
    story.posts('A')
    expect(settleUnable({ snapshot: story.snapshot(), policy: policyOf(), claim }, 'no agent').map(effectLine)).toEqual([
      'ending consensus',
    ])
  })
})
