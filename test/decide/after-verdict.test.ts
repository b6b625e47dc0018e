import { describe, expect, it } from 'vitest'
import { effectLine } from '../../src/decide/effect.ts'
import { settle } from '../../src/decide/settle.ts'
import type { FindingState } from '../../src/markers/schema.ts'
import { defaultPolicy } from '../../src/policy/schema.ts'
import type { ReviewFact } from '../../src/snapshot/facts.ts'
import type { Letter } from '../snapshot/story.ts'
import { Story } from '../snapshot/story.ts'

type Status = FindingState['status']

const finding = (id: string, status: Status): FindingState => ({
  id,
  severity: 'high',
  blocking: true,
  path: 'a.ts',
  line: 1,
  status,
  title: id,
})

const setState = (story: Story, id: number, state: ReviewFact['state']): unknown => Object.assign(story.textOf(id), { state })

/** Head A had `first`; then B came, and has just got `second`. */
const two = (
  first: Letter,
  second: Letter,
  { states = ['COMMENTED', 'COMMENTED'], gone = [] }: { states?: ReviewFact['state'][]; gone?: [string, Status][] } = {},
) => {
  const story = new Story()
  const findings = gone.map(([id]) => finding(id, 'new'))
  setState(story, story.verdict(first, { findings }), states[0] ?? 'COMMENTED')
  story.push('B')
  const claim = story.claim()
  const id = story.posts(second, { nonce: claim.nonce, findings: gone.map(([one, status]) => finding(one, status)) })
  setState(story, id, states[1] ?? 'COMMENTED')
  return { story, claim, id }
}

const lines = ({ story, claim }: Pick<ReturnType<typeof two>, 'story' | 'claim'>): string[] =>
  settle({ snapshot: story.snapshot(), policy: defaultPolicy(), claim }).map(effectLine)

const folded = (reviews: number, threads: number): string =>
  `hide ${reviews} of our reviews as outdated${threads === 0 ? '' : `, resolve ${threads} of our threads`}`

describe('after a verdict, of our own earlier reviews', () => {
  it('the outdated one is hidden, and a request for changes is dismissed by an approval', () => {
    const scene = two('F', 'A', { states: ['CHANGES_REQUESTED', 'APPROVED'] })
    expect(lines(scene)).toEqual([expect.stringMatching(/^dismiss own review \d+$/), folded(1, 0), 'ending consensus'])
  })

  it('an approval is dismissed by a fix that is asked for', () => {
    expect(lines(two('A', 'F', { states: ['APPROVED', 'COMMENTED'] }))[0]).toMatch(/^dismiss own review/)
  })

  it.each<[string, (scene: ReturnType<typeof two>) => unknown]>([
    ['a person’s request for changes', ({ story }) => story.requestsChanges('dev')],
    ['one that is hidden already', ({ story, id }) => story.facts.reviews.map(one => one.id !== id && story.minimises(one.id))],
    ['one that another account edited', ({ story }) => story.edits(story.facts.reviews[0]?.id ?? 0, 'dev')],
  ])('%s is left alone', (_, tell) => {
    const scene = two('F', 'A')
    tell(scene)
    if (scene.story.facts.reviews.length > 2) expect(lines(scene)).toEqual([folded(1, 0), 'ending consensus'])
    else expect(lines(scene)).toEqual(['ending consensus'])
  })

  it('an approval that landed on what is not the head any more is taken back, by whoever finds it', () => {
    const scene = two('F', 'A', { states: ['COMMENTED', 'APPROVED'] })
    scene.story.push('C')
    expect(lines(scene)).toEqual([`dismiss own review ${scene.id}`, folded(1, 0), 'ending consensus'])
    scene.story.dismisses(scene.id)
    expect(lines(scene)).toEqual([folded(1, 0), 'ending consensus'])
  })
})

describe('after a verdict, threads', () => {
  const gone: [string, Status][] = [
    ['fixed', 'fixed'],
    ['open', 'still-open'],
    ['risk', 'accepted-risk'],
  ]

  it('of findings that are gone are resolved, and no others', () => {
    const scene = two('F', 'F', { gone })
    for (const [id] of gone) scene.story.thread(id)
    expect(lines(scene)).toContain(folded(1, 1))
  })

  it.each([
    ['that are resolved', { isResolved: true }],
    ['that this token may not resolve', { viewerCanResolve: false }],
    ['that another began', { comments: [] }],
  ])('%s are left alone', (_, change) => {
    const scene = two('F', 'F', { gone })
    scene.story.thread('fixed', change)
    expect(lines(scene)).toContain(folded(1, 0))
  })

  it('that a person opened again after an earlier verdict resolved them stay open', () => {
    const scene = two('F', 'F', { gone })
    scene.story.thread('fixed')
    scene.story.ends('continues').push('C')
    const claim = scene.story.claim()
    scene.story.posts('F', { nonce: claim.nonce, findings: [finding('fixed', 'fixed'), finding('open', 'still-open')] })
    expect(lines({ story: scene.story, claim })).toContain(folded(2, 0))
  })
})
