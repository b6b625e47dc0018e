import { expect, it } from 'vitest'
import { plan } from '../../src/decide/plan.ts'
import { Panel } from './panel-story.ts'

/** What cleo's next run finds to do, whose run before it died while it held the lock. */
const foundBy = (story: Panel): string[] => {
  const made = plan({ ...story.as('cleo').seen(), owner: 'dead' })
  return made.kind === 'apply' ? made.effects.map(effect => effect.kind) : []
}
const holds = (story: Panel): Panel => {
  story.wait(60)
  Object.assign(story.facts.lock, { held: true, entries: [{ id: 7, at: story.facts.observedAt }] })
  return story.wait(60)
}
const speaks = (story: Panel): Panel => {
  story.posts('A', { reviewer: 'panel', role: 'panel', publisher: 'cleo' })
  return story
}
/** A head that asks for a fix, and one that is mended, where cleo cannot answer. */
const mended = (): Panel => {
  const story = new Panel().tells('anna', 'F').tells('ben', 'F').tells('cleo', 'F')
  story.posts('F', { reviewer: 'panel', role: 'panel', publisher: 'cleo' })
  story.push('B')
  return story.tells('anna', 'A').tells('ben', 'A').fails('cleo')
}

it('what follows from a decision is done by the run that takes over the lock under which it was published', () => {
  expect(foundBy(speaks(holds(mended())))).toEqual(['fold-outdated'])
})

it('a lock that was taken later leaves nothing to follow', () => {
  expect(foundBy(holds(speaks(mended())))).toEqual([])
})
