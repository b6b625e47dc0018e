import { expect, it } from 'vitest'
import { dismissalId, dismissibleIn } from '../../src/snapshot/dismissals.ts'
import { Story } from './story.ts'

const ID = '33a860a7ce7d'

const recorded = (story: Story, act: string): number =>
  story.comment({
    by: 'us',
    body: 'Dismissed.',
    marker: {
      kind: 'answer',
      ...story.binding(),
      acts: [dismissalId(act)],
      outcome: 'answered',
      dismissed: [{ finding: ID, by: 'dev', why: 'known limit' }],
      nonce: story.nonce(),
    },
  }).id

const dismissals = (tell: (story: Story) => unknown) => {
  const story = new Story()
  tell(story)
  return story.snapshot().dismissals.map(({ finding, by, state }) => `${state} ${finding} by ${by}`)
}

it.each<[string, (story: Story) => unknown, string[]]>([
  [
    'of a person waits for the answer about access',
    story => story.asks('dev', `dismiss ${ID} known limit`),
    [`asked ${ID} by dev`],
  ],
  [
    'that our answer recorded counts once',
    story => recorded(story, story.asks('dev', `dismiss ${ID} known`)),
    [`answered ${ID} by dev`],
  ],
  ['stays recorded when its text is deleted', story => recorded(story, 'c1'), [`answered ${ID} by dev`]],
  [
    'whose answer another edited counts no more',
    story => story.edits(recorded(story, story.asks('dev', `dismiss ${ID} known`)), 'guest'),
    [],
  ],
  [
    'in a text that another edited is none',
    story => story.edits(Number(story.asks('dev', `dismiss ${ID} known`).slice(1)), 'guest'),
    [],
  ],
  ['of a bot is none', story => story.asks('listed[bot]', `dismiss ${ID} known`), []],
  ['in a quote is none', story => story.says('dev', `> @countersign dismiss ${ID} known`), []],
  ['without a reason is none', story => story.asks('dev', `dismiss ${ID}`), []],
])('a dismissal %s', (_, tell, expected) => expect(dismissals(tell)).toEqual(expected))

it('what several members of a panel found is dismissed once, and blocks when it does for one of them', () => {
  const story = new Story({ settings: { panel: ['anna', 'ben'], reviewer: 'anna' } })
  const found = (blocking: boolean) => [
    { id: ID, severity: 'high' as const, blocking, path: 'a.ts', line: 1, status: 'new' as const },
  ]
  story.verdict('A', { reviewer: 'anna', role: 'anchor', findings: found(false) })
  story.verdict('F', { reviewer: 'ben', role: 'enricher', findings: found(true) })
  expect(dismissibleIn(story.snapshot())).toMatchObject([{ id: ID, blocking: true }])
})
