import { expect, it } from 'vitest'
import { Story } from './story.ts'

const text = (...lines: string[]): string => lines.map(line => `@countersign ${line}`).join('\n')

const answered = (story: Story, acts: string[]): void => {
  story.comment({
    by: 'us',
    body: 'Told.',
    marker: { kind: 'answer', ...story.binding(), acts, outcome: 'answered', nonce: story.nonce() },
  })
}

const actsAfter = (body: string, tell: (story: Story, id: string) => unknown) => {
  const story = new Story()
  tell(story, `c${story.says('dev', body)}`)
  return story.snapshot().acts.map(({ kind, text, state }) => `${state.kind} ${kind} ${text?.skills.join(',')}`.trim())
}

it.each<[string, string, (story: Story, id: string) => unknown, string[]]>([
  [
    'stays open when what stands beside it is answered',
    text('status', 'review'),
    (story, id) => answered(story, [`${id}/beside`]),
    ['open request'],
  ],
  ['ends with the answer that lists it', text('fix', 'review'), (story, id) => answered(story, [id]), ['refused request']],
  ['is one, with all its skills', text('review api', 'review security'), () => {}, ['open request api,security']],
  ['takes the pause off when a line says resume', text('review', 'resume'), () => {}, ['open resume']],
])('a request of several lines %s', (_, body, tell, expected) => expect(actsAfter(body, tell)).toEqual(expected))
