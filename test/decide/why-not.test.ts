import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { rules } from '../../src/decide/rules/index.ts'
import { root } from '../harness/fresh-dist.ts'
import { Story } from '../snapshot/story.ts'
import { says } from './decided.ts'
import { capped, escalated, reviewed, used } from './rows.ts'

const page = readFileSync(join(root, 'docs/operating.md'), 'utf8')
const table = page.slice(page.indexOf('### The run says a rule'), page.indexOf('## Reading the log'))
const named = [...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map(row => row[1])

it('the page that says why a pull was not reviewed has every rule, in the order in which they are asked', () => {
  expect(named).toEqual(['readable', ...rules.map(rule => rule.name), 'act-starts'])
})

/** The quoted words of the page as a pattern: `…` stands for what differs. */
const quotes = [...table.matchAll(/`(?:(?:skip|wait|escalate) {2}|… )([^`]+)`/g)].map(
  ([, words = '']) =>
    new RegExp(
      words
        .split('…')
        .map(part =>
          part
            .trim()
            .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
            .replace(/\d+(?:\\\.\d+)?/g, '[\\d.]+'),
        )
        .join('.*'),
    ),
)

const labelled = (by: string): Story => {
  const story = new Story()
  story.labels(by)
  return story
}
/** One was reviewed, so much was used, and a new head came. */
const after = (change: Parameters<typeof used>[1]) => (): Story => {
  const story = reviewed()
  used(story, change)
  return story.push('B')
}
const approved = (): Story => {
  const story = new Story()
  story.verdict('A')
  return story
}
const failing = (): Story => {
  const story = new Story()
  for (const letter of ['B', 'C', 'D']) {
    story.claim()
    story.ends('error').push(letter)
  }
  return story
}
const asDraft = (): Story => {
  const story = new Story()
  story.facts.pull.isDraft = true
  return story
}

it.each<[string, () => Story, Parameters<typeof says>[1]]>([
  ['closed', () => new Story().close(), {}],
  ['draft', asDraft, {}],
  ['unlabeled', () => new Story(), { policy: { review: 'labeled' } }],
  ['unrequested', () => new Story(), { policy: { review: 'requested' } }],
  ['excluded branch', () => new Story(), { policy: { 'excluded-branches': ['lock'] } }],
  ['escalated', escalated, {}],
  ['somebody’s own pause', () => labelled('dev'), {}],
  ['capped', capped, {}],
  ['reviewed', approved, {}],
  ['out of starts', after({ starts: { sinceEngagement: 20 } }), {}],
  ['out of starts for life', after({ starts: { life: 100 } }), {}],
  ['without a verdict', failing, {}],
  ['out of money', after({ spend: { sinceEngagement: 6 } }), {}],
  [
    'linked issue closed',
    () => new Story(),
    { policy: { 'linked-issue': 'require-open' }, late: { linked: { open: 0, closed: 1 } } },
  ],
  [
    'checks unreadable',
    () => new Story(),
    { policy: { 'wait-for-checks': 'all' }, late: { checks: { kind: 'unreadable', why: 'x' } } },
  ],
])('what the log says of it stands on the page: %s', (_, tell, given) => {
  const said = says(tell(), given)
  expect(said).not.toMatch(/^review/)
  expect(quotes.filter(quote => quote.test(said)).length, said).toBeGreaterThan(0)
})
