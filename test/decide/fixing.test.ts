import { describe, expect, it } from 'vitest'
import { effectLine } from '../../src/decide/effect.ts'
import { askedFix, fixPlanOf } from '../../src/decide/fix.ts'
import { missingTasks, wholeList } from '../../src/decide/fix-tasks.ts'
import type { Policy } from '../../src/policy/schema.ts'
import { Story } from '../snapshot/story.ts'
import { BLOCKER, inputOf, NOTE, reviewed, task, writesTasks } from './mending.ts'
import { used } from './rows.ts'
import { say } from './says.ts'

const says = (story: Story, change: Partial<Policy> = {}): string => {
  const input = inputOf(story, change)
  const plan = fixPlanOf(
    input.plan.kind === 'apply' && missingTasks(input.snapshot, input.policy).length > 0 ? quiet(input) : input,
  )
  if (plan.kind === 'fix') return `fix ${plan.tasks.map(task => task.finding).join(' ')}`
  if (plan.kind === 'escalate') return `escalate ${plan.rule}: ${plan.effects.map(effectLine).join(', ')}`
  return plan.kind === 'mend' ? 'mend' : `${plan.outcome} ${plan.rule}`
}

/** As it stands once the tasks are written down. */
const quiet = (input: ReturnType<typeof inputOf>): ReturnType<typeof inputOf> => ({
  ...input,
  plan: { ...input.plan, kind: 'none' } as typeof input.plan,
})

describe('a fix', () => {
  it('mends the blocking findings of the review of this head', () => expect(says(reviewed().story)).toBe('fix f1'))

  it('mends all open ones where the policy says so, the worst first', () =>
    expect(says(reviewed([NOTE, BLOCKER]).story, { 'fix-findings': 'all' })).toBe('fix f1 n1'))

  it('is off by default', () => expect(says(reviewed().story, { fix: 'off' })).toBe('skipped fix'))

  it('leaves a head without a review to the review', () => {
    const { story } = reviewed()
    story.push('B')
    expect(says(story)).toBe('skipped review')
  })

  it.each([
    [
      'at the cap',
      (story: Story) => [story.push('B').verdict('F'), story.push('C').verdict('F', { findings: [BLOCKER] })],
      'waiting cycle-cap',
    ],
    ['while a person is waited for', (story: Story) => story.labels('dev'), 'waiting paused'],
    ['when the pull request is closed', (story: Story) => story.close(), 'skipped open'],
    [
      'when nothing may be started any more',
      (story: Story) => used(story, { starts: { sinceEngagement: 20 } }),
      'escalate starts: label on, escalation comment (starts)',
    ],
    [
      'when the money is spent',
      (story: Story) => used(story, { spend: { sinceEngagement: 5 } }),
      'escalate pull-budget: label on, escalation comment (pull-budget)',
    ],
  ])('is not started %s', (_, tell, expected) => {
    const { story } = reviewed()
    tell(story)
    expect(says(story)).toBe(expected)
  })

  it('is not pushed to a fork without leave of the policy and of its author', () => {
    const { story } = reviewed()
    Object.assign(story.facts.pull, { isCrossRepository: true, maintainerCanModify: true })
    expect(says(story)).toBe('skipped fix-forks')
    expect(says(story, { 'fix-forks': true })).toBe('fix f1')
    story.facts.pull.maintainerCanModify = false
    expect(says(story, { 'fix-forks': true })).toBe('skipped fix-forks')
  })

  it('is tried once more, and then a person is called, once', () => {
    const { story, review } = reviewed()
    writesTasks(story, [task(review, { state: 'failed', attempts: 1 })])
    expect(says(story)).toBe('fix f1')
    const worn = reviewed()
    writesTasks(worn.story, [task(worn.review, { state: 'given-up', attempts: 2 })])
    expect(says(worn.story)).toBe('escalate fix-failed: label on, escalation comment (fix-failed)')
    worn.story.escalates('fix-failed')
    expect(says(worn.story)).toBe('waiting paused')
  })

  it('takes up what a run that died had claimed', () => {
    const { story, review } = reviewed()
    writesTasks(story, [task(review, { state: 'claimed', attempts: 1 })])
    expect(says(story)).toBe('fix f1')
  })

  it('stops where another account edited the list', () => {
    const { story, review } = reviewed()
    story.edits(writesTasks(story, [task(review)]), 'mallory')
    expect(says(story)).toBe('skipped fix-tasks')
  })
})

describe('tasks', () => {
  it('are minted once for each finding of a review, whatever became of them', () => {
    const { story, review } = reviewed()
    const input = inputOf(story)
    expect(missingTasks(input.snapshot, input.policy)).toEqual([task(review)])
    writesTasks(story, [task(review, { state: 'done', attempts: 1 })])
    expect(missingTasks(story.snapshot(), input.policy)).toEqual([])
    expect(says(story)).toBe('skipped fix')
  })

  it('that could not be written down are written by the next run', () =>
    expect(say(reviewed().story, { policy: { fix: 'run' } })).toEqual({
      does: 'skip: already-reviewed',
      writes: ['fix tasks written down'],
    }))

  it('of an earlier head are over when a newer one is reviewed', () => {
    const { story, review } = reviewed()
    writesTasks(story, [task(review, { state: 'claimed', attempts: 1 })])
    story.push('B')
    const newer = story.verdict('F', { findings: [BLOCKER] })
    const { snapshot, policy } = inputOf(story)
    expect(wholeList(snapshot, policy).tasks).toEqual([task(review, { state: 'cancelled', attempts: 1 }), task(newer)])
  })

  it('in a comment of another account do not count', () => {
    const { story, review } = reviewed()
    writesTasks(story, [task(review, { state: 'given-up', attempts: 2 })], { by: 'mallory' })
    expect(says(story)).toBe('fix f1')
  })
})

describe('a person who asks for a fix', () => {
  const asks = (story: Story, findings: string[], change: Partial<Policy> = {}) => {
    const asked = askedFix(inputOf(story, change), findings)
    return asked.kind === 'accepted' ? asked.findings.join(' ') : asked.why
  }

  it('gets the findings that were named, or all that are open', () => {
    const { story } = reviewed()
    expect(asks(story, ['n1'])).toBe('n1')
    expect(asks(story, [])).toBe('f1 n1')
  })

  it.each<[string, string[], Partial<Policy>, string]>([
    ['an id that is not open', ['x9'], {}, 'no open finding has the id x9'],
    ['a policy without fixes', ['f1'], { fix: 'off' }, '`fix` is off in the policy'],
  ])('is told why not: %s', (_, findings, change, why) => expect(asks(reviewed().story, findings, change)).toBe(why))

  it('is told that an agent tried already', () => {
    const { story, review } = reviewed()
    writesTasks(story, [task(review, { state: 'given-up', attempts: 2 })])
    expect(asks(story, ['f1'])).toBe('an agent tried to mend this at the present head already')
  })

  it('has what was asked for mended, of an approving review too', () => {
    const story = new Story()
    const review = story.verdict('A', { findings: [NOTE] })
    story.comment({
      by: 'us',
      body: 'An agent mends it.',
      marker: {
        kind: 'answer',
        ...story.binding(),
        acts: ['c1'],
        outcome: 'answered',
        nonce: 'n',
        fix: { verdict: review, findings: ['n1'] },
      },
    })
    expect(says(story)).toBe('fix n1')
  })
})

it('a dead fix is closed, and the head is mended anew', () => {
  const { story, review } = reviewed()
  story.claim({ role: 'fix', occasion: `fix/${review}` })
  writesTasks(story, [task(review, { state: 'claimed', attempts: 1 })])
  const policy = { fix: 'run' } as const
  expect(say(story, { owner: 'dead', policy })).toEqual({ does: 'skip: already-reviewed', writes: ['ending continues'] })
  expect(story.snapshot().starts).toMatchObject({ sinceEngagement: 2, noVerdict: 0 })
})
