import { expect, it } from 'vitest'
import { textNow } from '../../src/snapshot/text-now.ts'
import { Story } from './story.ts'

const asked = (editor?: string) => {
  const story = new Story()
  const id = story.says('dev', '@countersign pause')
  if (editor !== undefined) Object.assign(story.textOf(id), story.editedBy(editor, '@countersign review'))
  return textNow(story.facts, { where: 'comment', id })
}

it('a text is what its author wrote last, and nobody’s once another account edited it', () => {
  expect(asked()).toEqual({ kind: 'own', body: '@countersign pause' })
  expect(asked('dev')).toEqual({ kind: 'own', body: '@countersign review' })
  expect(asked('lead')).toEqual({ kind: 'edited', by: 'lead' })
})

it('it is looked for where it was written: ids of reviews and comments are counted apart', () => {
  const story = new Story()
  const id = story.says('dev', '@countersign pause')
  expect(textNow(story.facts, { where: 'review', id })).toEqual({ kind: 'gone' })
  const review = story.review({ by: 'dev', body: '@countersign review', state: 'COMMENTED' }).id
  expect(textNow(story.facts, { where: 'review', id: review })).toEqual({ kind: 'own', body: '@countersign review' })
})
