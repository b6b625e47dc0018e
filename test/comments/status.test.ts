import { describe, expect, it } from 'vitest'
import { statusBody } from '../../src/comments/status.ts'
import { defaultPolicy, type Policy } from '../../src/policy/schema.ts'
import { BLOCKER, writesTasks } from '../decide/mending.ts'
import { reviewed, statusMarker } from '../decide/rows.ts'
import { Story } from '../snapshot/story.ts'

const place = { serverUrl: 'https://github.com', runUrl: 'https://github.com/octo/hello/actions/runs/9' }
const shown = (story: Story, policy: Partial<Policy> = {}): string =>
  statusBody({ status: statusMarker(story), snapshot: story.snapshot(), policy: { ...defaultPolicy(), ...policy }, place })

const claimed = (): Story => {
  const story = reviewed()
  story.push('B').claim()
  return story
}

type Row = [when: string, tell: (story: Story) => unknown, words: RegExp]

const rows: Row[] = [
  [
    'a review runs',
    () => {},
    /^\*\*Reviewing `4242424` since \d{4}-\d\d-\d\d \d\d:\d\d UTC\.\*\*\n\ncycle 1 of 3 · reviewer `countersign` \(`claude`, then `codex`\) · cost so far \$/,
  ],
  ['a review runs: what came before', () => {}, /\nLast outcome: continues \(/],
  [
    'a review runs: what people can do',
    () => {},
    /`@countersign pause` to stop after it, `@countersign review` to ask for another/,
  ],
  ['it was taken up again', story => story.claim({ recoveries: 2 }), /Reviewing `4242424` since .*, taken up again twice\./],
  ['it was cut off', story => story.ends('terminated'), /The review of `4242424` was cut off; the next run takes it up\./],
  [
    'it was given up',
    story => story.ends('continues', { flagged: true }),
    /Stopped: a review of `4242424` was interrupted; a person is needed\.[\s\S]*remove the label `needs-human-review`/,
  ],
  ['it failed', story => story.ends('error'), /The review of `4242424` failed\.[\s\S]*Mend the cause, then run the job again/],
  ['it approved', story => [story.posts('A'), story.ends('consensus')], /^\*\*Approved `4242424`\.\*\*/],
  [
    'the limit is reached',
    story => [story.posts('F'), story.ends('exhausted')],
    /the cycle limit is reached, a person is needed\./,
  ],
  [
    'there were earlier ones, folded',
    () => {},
    /<details><summary>Earlier reviews<\/summary>\n\n\| ended \| head \| ending \| reason \|/,
  ],
]

describe('the status comment says at a glance', () => {
  it.each(rows)('%s', (_, tell, words) => {
    const story = claimed()
    tell(story)
    expect(shown(story)).toMatch(words)
  })
})

describe('the status comment of a panel’s member', () => {
  const answered = (): Story => {
    const story = new Story({ settings: { panel: ['anna', 'ben'], reviewer: 'anna' } })
    story.claim({ role: 'anchor' })
    story.posts('F', { reviewer: 'anna', role: 'anchor' })
    story.ends('continues')
    return story
  }

  it('says nothing that another member’s run makes untrue: neither a decision, nor a count, nor what comes next', () => {
    const body = shown(answered(), { panel: ['anna', 'ben'] })
    expect(body).toMatch(/^\*\*Answered at `4141414`\. What the panel decides stands in a review of its own\.\*\*/)
    expect(body).toMatch(/\n\npanel member `anna` \(.*\) · its cost so far \$/)
    expect(body).toContain(
      '\nComment `@countersign status` to be told what comes next, `@countersign review` to ask for another;',
    )
    expect(body).not.toMatch(/cycle|Push a commit/)
  })

  it('that speaks for the panel promises no fix, which only the fix’s own comment can take back', () => {
    const story = answered()
    story.posts('F', { reviewer: 'panel', role: 'panel', findings: [BLOCKER] })
    const body = shown(story, { panel: ['anna', 'ben'], fix: 'run' })
    expect(body).toMatch(/^\*\*The panel requested changes at `4141414`\.\*\*/)
    expect(body).toContain('\nComment `@countersign status` to be told what comes next,')
  })

  it('that the panel did without says what it decided, not what another member said', () => {
    const story = new Story({ settings: { panel: ['anna', 'ben'], reviewer: 'ben' } })
    story.claim({ role: 'enricher' })
    story.posts('F', { reviewer: 'anna', role: 'anchor' })
    story.ends('continues', { overtaken: true })
    expect(shown(story)).toMatch(/^\*\*The review of `4141414` ended without a verdict\.\*\*/)
    story.posts('A', { reviewer: 'panel', role: 'panel' })
    expect(shown(story)).toMatch(/^\*\*The panel approved `4141414`\.\*\*/)
  })

  it('leaves the fix of a panel’s jobs its own cost, and the count to those whose runs change it', () => {
    const panel = ['anna', 'ben']
    const story = new Story({ settings: { panel, reviewer: 'panel' } })
    story.claim({ role: 'fix' })
    story.ends('continues')
    expect(shown(story, { panel })).toMatch(/\n\ncycle 0 of 3 · panel of .* · cost so far \$/)
    story.comment({ by: 'us', body: 'Status', marker: { ...statusMarker(story), reviewer: 'anna' } })
    const body = shown(story, { panel })
    expect(body).toMatch(/^\*\*The fix of `4141414` ended\.\*\*\n\npanel of .* · cost of the runs that name no member \$/)
    expect(body).toContain('\nComment `@countersign status` to be told what comes next,')
  })

  it('of a panel in one run names its members with their agents', () => {
    const story = new Story({ settings: { panel: ['anna', 'ben'], reviewer: 'panel' } })
    story.claim({ role: 'panel' })
    const policy = {
      ...defaultPolicy(),
      panel: ['anna', 'ben'],
      reviewers: { ben: { agents: ['gemini'], skills: [], login: null } },
    }
    const body = statusBody({ status: statusMarker(story), snapshot: story.snapshot(), policy, place })
    expect(body).toContain('· panel of `anna` (`claude`, then `codex`), `ben` (`gemini`) ·')
  })

  it('tells the panel’s decision, whatever the member said', () => {
    const story = answered()
    story.posts('A', { reviewer: 'panel', role: 'panel' })
    expect(shown(story)).toMatch(/^\*\*The panel approved `4141414`\.\*\*/)
  })
})

describe('under fix: run the status comment says', () => {
  const next = (change: { fix?: 'run' | 'off' }, tell: (story: Story, review: number) => unknown = () => {}): string => {
    const story = new Story()
    story.claim()
    const review = story.posts('F', { findings: [BLOCKER] })
    story.ends('continues')
    tell(story, review)
    const policy = { ...defaultPolicy(), fix: 'run' as const, ...change }
    return statusBody({ status: statusMarker(story), snapshot: story.snapshot(), policy, place })
  }
  const task = { finding: BLOCKER.id, state: 'failed' as const }

  it('that an agent mends the head next, until no more is tried', () => {
    expect(next({})).toMatch(/\nAn agent mends `4141414` next, and its push is reviewed again\./)
    expect(next({}, (story, verdict) => writesTasks(story, [{ ...task, verdict, attempts: 1 }]))).toMatch(/\nAn agent mends/)
    expect(next({}, (story, verdict) => writesTasks(story, [{ ...task, verdict, attempts: 2 }]))).toMatch(/\nPush a commit/)
  })

  it('what a person can do, where nothing is mended', () => {
    expect(next({ fix: 'off' })).toMatch(/\nPush a commit/)
    expect(next({}, story => story.push('B'))).toMatch(/\nPush a commit/)
  })
})
