import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Late } from '../../src/decide/late.ts'
import { rules } from '../../src/decide/rules/index.ts'
import { appendMarker } from '../../src/markers/encode.ts'
import type { CheckFact } from '../../src/snapshot/facts.ts'
import { loginOf } from '../../src/snapshot/ids.ts'
import { root } from '../harness/fresh-dist.ts'
import { verdict } from '../markers/sample.ts'
import { Story } from '../snapshot/story.ts'
import { head } from '../snapshot/world.ts'
import { type Change, says } from './decided.ts'
import { asDraft, deadFails, inPanel, labelled, pushedByUs, served, strangers, tampered } from './objected.ts'
import { members, Panel } from './panel-story.ts'
import { capped, escalated, reviewed, used } from './rows.ts'

const page = readFileSync(join(root, 'docs/operating.md'), 'utf8')
const table = page.slice(page.indexOf('### The run says a rule'), page.indexOf('## Reading the log'))
const named = [...table.matchAll(/^\| `([a-z-]+)` \|/gm)].map(row => row[1])

it('the page that says why a pull was not reviewed has every rule, in the order in which they are asked', () => {
  expect(named).toEqual(['readable', ...rules.map(rule => rule.name), 'act-starts'])
})

/** The quoted words as a pattern: `…` stands for what differs, a number for any. */
const patternOf = (words: string): RegExp =>
  new RegExp(
    words
      .split('…')
      .map(part =>
        part
          .trim()
          .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
          .replace(/\d+(?:\\.\d+)?/g, '[\\d.]+'),
      )
      .join('.*'),
  )

type Quote = { rule: string; words: string }

/** What the page says that the log says, by rule; a row without a name goes on with the rule above it. */
const quotes: Quote[] = table
  .split('\n')
  .filter(line => line.startsWith('| '))
  .reduce<{ rule: string; found: Quote[] }>(
    ({ rule, found }, line) => {
      const [, name = '', said = ''] = line.split('|').map(cell => cell.trim())
      const now = /^`([a-z-]+)`$/.exec(name)?.[1] ?? rule
      const fresh = [...said.matchAll(/`([^`]+)`/g)].map(([, words = '']) => ({ rule: now, words }))
      return { rule: now, found: [...found, ...fresh.filter(() => now !== '')] }
    },
    { rule: '', found: [] },
  ).found

const isSaid = (said: string, { rule, words }: Quote): boolean => {
  const [, kind, bare] = /^(?:(skip|wait|escalate) {2})?(.*)$/.exec(words) ?? []
  const [head = '', ...rest] = said.split(': ')
  return head.endsWith(` ${rule}`) && (kind === undefined || head.startsWith(kind)) && patternOf(bare ?? '').test(rest.join(': '))
}

const SIGNED = appendMarker('', verdict(), { current: 'a key of some length', previous: null })

/** One was reviewed, so much was used, and a new head came. */
const after = (change: Parameters<typeof used>[1]) => (): Story => {
  const story = reviewed()
  used(story, change)
  return story.push('B')
}

const triedThrice = (story: Story): void => {
  const act = story.asks()
  story.claim()
  story.ends('continues')
  used(story, { startsPerAct: { [act]: 3 } })
}

const unlabelledTwice = (): Story => {
  const story = escalated()
  story.unlabels('other[bot]')
  story.labels('us')
  story.unlabels('other[bot]')
  return story
}

const deletedTwice = (): Story => {
  const story = escalated()
  story.deletes(story.facts.comments.at(-1)?.id ?? 0, 'dev')
  story.escalationComment('restored')
  return story.deletes(story.facts.comments.at(-1)?.id ?? 0, 'dev')
}

type Checks = NonNullable<Late['checks']>
const check = (name: string, state: CheckFact['state']): CheckFact => ({
  name,
  app: 'ci',
  workflowRun: null,
  state,
  required: false,
})
const checked = (checks: Checks): Change => ({ policy: { 'wait-for-checks': 'all' }, late: { checks } })
const documents = (count: number): Change => ({
  late: { files: Array.from({ length: count }, (_, index) => ({ names: [`docs/${index}.md`], isPlain: true })) },
})
const linked = (closed: number): Change => ({ policy: { 'linked-issue': 'require-open' }, late: { linked: { open: 0, closed } } })

type Row = [name: string, tell: () => Story, given?: Change]

const rows: Row[] = [
  ['a signature without a key', () => served(story => story.comment({ by: 'us', body: SIGNED }))],
  ['a newer release', () => served(story => story.comment({ by: 'us', body: '<!-- countersign:v2 {} -->' }))],
  ['closed', () => new Story().close()],
  ['draft', asDraft],
  ['unlabeled', () => new Story(), { policy: { review: 'labeled' } }],
  ['unrequested', () => new Story(), { policy: { review: 'requested' } }],
  ['excluded branch', () => new Story(), { policy: { 'excluded-branches': ['lock'] } }],
  ['excluded author', () => new Story(), { policy: { 'excluded-authors': [loginOf('dev')] } }],
  ['our own', () => strangers('us')],
  ['a bot’s', () => strangers('other[bot]')],
  ['a stranger’s', () => strangers('stranger')],
  ['a stranger’s, asked for', () => strangers('stranger', story => story.asks())],
  [
    'asked for at another head',
    () => strangers('stranger', story => [story.asks(), story.push('b')]),
    { run: { head: head('A') } },
  ],
  ['asked for by a run that was lost', () => strangers('stranger', story => [story.asks(), story.wait(900)])],
  ['a panel that cannot decide', inPanel, { policy: { panel: ['anna', 'cleo'] } }],
  [
    'a panel for which another member speaks',
    () => new Panel().tells('anna', 'A').tells('ben', 'A').fails('cleo').as('anna'),
    { policy: { panel: members } },
  ],
  ['escalated', escalated],
  ['its label off again', unlabelledTwice],
  ['its comment deleted twice', deletedTwice],
  ['somebody’s own pause', () => labelled('dev')],
  ['our label left over', () => served(story => [story.labels('us'), story.tick(), story.approves('lead')])],
  ['status comment gone', () => served(story => [story.verdict('A'), story.deletes(story.statusId(), 'dev')])],
  ['a comment of ours gone', () => served(story => story.deletes(story.answers([]), 'dev'))],
  ['status comment edited', tampered],
  ['another run', () => served(story => story.claim()), { owner: 'alive' }],
  ['perhaps another run', () => served(story => story.claim()), { owner: 'unknown' }],
  [
    'a run that has claimed nothing yet',
    () => served(story => Object.assign(story.facts.lock, { held: true, entries: [{ id: 3, at: story.facts.observedAt }] })),
    { owner: 'unknown' },
  ],
  ['capped', capped],
  ['members with runs of their own', () => new Panel().tells('anna', 'A').as('panel'), { policy: { panel: members } }],
  ['answered, and the panel undecided', () => new Panel().tells('anna', 'A'), { policy: { panel: members } }],
  ['reviewed', () => served(story => story.verdict('A'))],
  ['failed', () => served(story => [story.claim(), story.ends('error')])],
  ['out of starts', after({ starts: { sinceEngagement: 20 } })],
  ['out of starts for life', after({ starts: { life: 100 } })],
  ['without a verdict', deadFails],
  ['out of money', after({ spend: { sinceEngagement: 6 } })],
  ['out of money for life', after({ spend: { life: 26, sinceEngagement: 1 } })],
  ['linked issue closed', () => new Story(), linked(1)],
  ['linked issues closed', () => new Story(), linked(2)],
  ['documents only', () => new Story(), documents(2)],
  ['one document only', () => new Story(), documents(1)],
  ['the day’s starts', () => new Story(), { policy: { 'daily-runs': 40 }, late: { day: { runs: 40, usd: 1 } } }],
  ['the day’s money', () => new Story(), { policy: { 'daily-cost': 50 }, late: { day: { runs: 4, usd: 50.1 } } }],
  ['a rebase', () => served(story => [story.verdict('A', { patch: 'p2' }), story.push('B')])],
  ['checks pending', () => new Story(), checked({ kind: 'read', list: [check('build', 'pending'), check('test', 'pending')] })],
  ['checks failing', () => new Story(), checked({ kind: 'read', list: [check('test', 'failed')] })],
  ['no checks on our push', pushedByUs, checked({ kind: 'read', list: [] })],
  ['checks unreadable', () => new Story(), checked({ kind: 'unreadable', why: 'x' })],
  ['a request that was tried three times', () => served(story => triedThrice(story))],
]

const saidOf = ([, tell, given = {}]: Row): string => says(tell(), given)

it.each(rows)('what the log says of it stands on the page, beside its rule: %s', (...row) => {
  const said = saidOf(row)
  expect(quotes.filter(quote => isSaid(said, quote)).length, said).toBeGreaterThan(0)
})

it('the page quotes nothing that no run says', () => {
  const said = rows.map(saidOf)
  expect(quotes.filter(quote => !said.some(one => isSaid(one, quote)))).toEqual([])
  expect(quotes.length).toBeGreaterThan(rules.length)
})
