import { describe, expect, it } from 'vitest'
import { say } from '../decide/says.ts'
import { Story } from './story.ts'
import { head } from './world.ts'

const family = (letter: string, rest: string): string =>
  `<!-- pr-review-agent v1 sha=${head(letter)} --> <!-- decision=${rest} -->\nPlease fix.`
const approved = (letter: string): string => `<!-- pr-review-agent v1 sha=${head(letter)} decision=approved risk=LOW -->`
const collapsed = (body: string): string =>
  `<!-- pr-review-agent superseded -->\n<details><summary>Older</summary>\n\n${body}\n</details>`

/** The pull has a past under the older family of markers; it is read only where the policy says so. */
const past = (legacy: boolean): Story => {
  const story = new Story()
  story.settings.marker.legacy = legacy
  return story
}

type Tell = (story: Story) => unknown
const asks =
  (letter: string): Tell =>
  story =>
    story.comment({ by: 'us', body: family(letter, 'fix-requested risk=HIGH') })

describe('the older family’s history', () => {
  it.each<[claim: string, count: number, tell: Tell[]]>([
    ['counts its fix-requested comments', 2, [asks('A'), asks('B')]],
    [
      'starts anew at its approving review',
      1,
      [asks('A'), s => s.review({ by: 'us', body: approved('B'), state: 'APPROVED' }), asks('C')],
    ],
    [
      'counts what was collapsed since, at its own time',
      1,
      [s => s.comment({ by: 'us', body: collapsed(family('A', 'fix-requested risk=LOW')) })],
    ],
    [
      'does not count an approval that was carried',
      2,
      [
        asks('A'),
        asks('B'),
        s =>
          s.review({
            by: 'us',
            body: `${approved('C')}\n<!-- pr-review-agent carry-forward from=${head('B')} to=${head('C')} -->`,
            state: 'APPROVED',
          }),
      ],
    ],
    [
      'knows no verdict of an interrupted run',
      0,
      [s => s.comment({ by: 'us', body: `<!-- pr-review-agent v1 sha=${head('A')} -->` })],
    ],
    ['knows none of a stranger', 0, [s => s.comment({ by: 'guest', body: family('A', 'fix-requested risk=HIGH') })]],
    ['goes on in ours', 2, [asks('A'), s => s.push('B').verdict('F')]],
    ['ends at our approval', 1, [asks('A'), s => s.push('B').verdict('A'), s => s.push('C').verdict('F')]],
  ])('%s (%i)', (_, count, tell) => {
    const story = past(true)
    for (const one of tell) one(story)
    expect(story.snapshot().cycle.count).toBe(count)
  })

  it('is nothing without `legacy-markers`', () => {
    const story = past(false)
    asks('A')(story)
    expect(story.snapshot().cycle.count).toBe(0)
    expect(say(story).does).toBe('review')
  })

  it('closes the head it was for, on every base', () => {
    const story = past(true)
    story.review({ by: 'us', body: approved('A'), state: 'APPROVED' })
    expect(say(story.retarget('next')).does).toBe('skip: already-reviewed')
  })

  it('needs no status comment and is no start', () => {
    const story = past(true)
    for (const letter of ['A', 'B']) asks(letter)(story)
    expect(story.snapshot()).toMatchObject({ statusHealth: 'none', starts: { life: 0, sinceEngagement: 0 } })
  })

  it('waits for a person where it had escalated', () => {
    const story = past(true)
    story.comment({ by: 'us', body: '<!-- pr-review-agent escalation -->' })
    expect(say(story)).toEqual({ does: 'wait: paused', writes: [] })
    story.asks()
    expect(say(story).does).toBe('review')
  })
})
