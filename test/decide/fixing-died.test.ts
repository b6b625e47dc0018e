import { describe, expect, it } from 'vitest'
import { closedList, closeEffects } from '../../src/decide/fix-tasks.ts'
import type { Story } from '../snapshot/story.ts'
import { inputOf, reviewed, task, writesTasks } from './mending.ts'
import { say } from './says.ts'

describe('fix tasks of a run that died', () => {
  /** A fix was claimed at head A, and its push of commit B noted; nobody said what came of it. */
  const died = (noted: 'B' | 'C') => {
    const { story, review } = reviewed()
    const { oid: parent } = story.facts.pull.head
    story.push('B')
    const { oid: commit } = noted === 'B' ? story.facts.pull.head : { oid: parent.replace(/./g, 'c') as typeof parent }
    const push = { commit, parent, at: story.facts.observedAt, silent: true }
    writesTasks(story, [task(review, { state: 'claimed', attempts: 1 })], { pushes: [{ ...push, pending: true }] })
    return { story, review, push }
  }
  const listOf = (story: Story) => closedList(story.snapshot())

  it('wait for the review of the new head', () => {
    const { story } = died('B')
    expect(listOf(story).tasks[0]?.state).toBe('claimed')
    expect(closeEffects(inputOf(story).snapshot, inputOf(story).policy)).toEqual([])
  })

  it('are done when the branch has its push, and that is written once', () => {
    const { story, review, push } = died('B')
    story.verdict('A')
    const done = [task(review, { state: 'done', attempts: 1 })]
    expect(listOf(story)).toEqual({ tasks: done, pushes: [push] })
    expect(say(story, { policy: { fix: 'run' } }).writes).toEqual(['fix tasks that a run left behind closed'])
    writesTasks(story, done, { pushes: [push] })
    story.facts.comments.splice(-2, 1)
    expect(say(story, { policy: { fix: 'run' } }).writes).toEqual([])
  })

  it('are over when the branch went on without it', () => {
    const { story, review } = died('C')
    story.verdict('A')
    expect(listOf(story)).toEqual({ tasks: [task(review, { state: 'cancelled', attempts: 1 })], pushes: [] })
  })

  it('are given up after the second, and a person is called', () => {
    const { story, review } = reviewed()
    writesTasks(story, [task(review, { state: 'claimed', attempts: 2 })])
    expect(listOf(story).tasks).toMatchObject([{ state: 'given-up', why: 'the run that mended it was cut off' }])
    expect(say(story, { policy: { fix: 'run' } }).writes).toEqual(['fix tasks that a run left behind closed'])
  })
})
