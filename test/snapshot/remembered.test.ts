import { describe, expect, it } from 'vitest'
import { inlineBody } from '../../src/comments/review.ts'
import type { FindingState } from '../../src/markers/schema.ts'
import { rememberedBy } from '../../src/snapshot/remembered.ts'
import { Story } from './story.ts'

const finding = (id: string, change: Partial<FindingState> = {}): FindingState => ({
  id: id.repeat(12),
  severity: 'high',
  blocking: true,
  path: 'a.ts',
  line: 1,
  status: 'new',
  title: `Finding ${id}`,
  ...change,
})

const told = (story: Story): string[] =>
  rememberedBy(story.snapshot()).map(({ id, status, blocking }) => `${id[0]} ${status}${blocking ? '' : ', a note'}`)

describe('an edit by another account', () => {
  it('makes no open finding of the edited review forgotten, and closes none of the review before it', () => {
    const story = new Story()
    story.posts('F', { findings: [finding('a'), finding('b', { status: 'fixed' })] })
    story.push('B')
    const second = story.posts('A', { findings: [finding('a', { status: 'fixed' }), finding('c')] })
    expect(told(story)).toEqual(['a fixed', 'c new'])
    story.edits(second, 'dev')
    expect(told(story)).toEqual(['a new', 'b fixed', 'c new'])
  })

  it('opens what was closed, but not what a person dismissed', () => {
    const story = new Story()
    story.posts('F', { findings: [finding('a', { status: 'fixed' }), finding('b', { status: 'accepted-risk', by: 'dev' })] })
    story.push('B')
    story.edits(story.posts('F', { findings: [finding('a'), finding('b')] }), 'guest')
    expect(told(story)).toEqual(['a still-open', 'b accepted-risk'])
  })

  it('that takes the marker away leaves the open threads to be remembered by their own first lines', () => {
    const story = new Story()
    const first = story.posts('F', { findings: [finding('a'), finding('b', { blocking: false }), finding('c')] })
    const lines = { a: ['high', true], b: ['medium', false], c: ['high', true] } as const
    for (const [id, [severity, blocking]] of Object.entries(lines)) {
      const thread = story.thread(id.repeat(12), { isResolved: id === 'c' })
      const shown = { ...finding(id, { severity, blocking }), title: `Finding (${id})`, startLine: null, side: 'RIGHT' as const }
      const body = inlineBody({
        kind: 'line',
        finding: { ...shown, body: '', confidence: 'confirmed', origin: 'introduced', reason: null, reported: true },
        place: '',
        body: 'Text.',
        note: null,
        path: 'a.ts',
        line: 1,
        side: 'RIGHT',
        startLine: null,
        index: 0,
      })
      Object.assign(thread.comments[0] ?? {}, { body: `${body}\n${thread.comments[0]?.body.split('\n').at(-1)}` })
    }
    story.edits(first, 'dev', 'Nothing to see here.')
    expect(told(story)).toEqual(['a still-open', 'b still-open, a note'])
    expect(rememberedBy(story.snapshot()).map(one => one.title)).toEqual(['Finding (a)', 'Finding (b)'])
  })

  it('is over with the next review, which has all of them', () => {
    const story = new Story()
    story.edits(story.posts('F', { findings: [finding('a')] }), 'dev')
    story.push('B')
    story.posts('A', { findings: [finding('a', { status: 'fixed' })] })
    expect(told(story)).toEqual(['a fixed'])
  })
})
