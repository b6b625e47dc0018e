import { Story } from '../snapshot/story.ts'
import { actor, head } from '../snapshot/world.ts'
import { reviewed } from './rows.ts'

/** A pull on which this has happened. */
export const served = (tell: (story: Story) => unknown): Story => {
  const story = new Story()
  tell(story)
  return story
}

export const labelled = (by: string): Story => served(story => story.labels(by))

export const asDraft = (): Story => served(story => Object.assign(story.facts.pull, { isDraft: true }))

/** A pull of somebody who has no write access here. */
export const strangers = (author: string, tell: (story: Story) => unknown = () => {}): Story =>
  served(story => [Object.assign(story.facts.pull, { author: actor(author), authorAssociation: 'NONE' }), tell(story)])

/** Three heads in a row that no agent could review. */
export const deadFails = (): Story =>
  served(story => {
    for (const letter of ['B', 'C', 'D']) {
      story.claim()
      story.ends('error').push(letter)
    }
  })

/** The status comment says something else since another account was at it. */
export const tampered = (): Story => {
  const story = reviewed()
  return story.edits(story.statusId(), 'dev').push('B')
}

/** A panel of two of whom one reviewed, and the other could not. */
export const inPanel = (): Story => {
  const story = new Story({ settings: { panel: ['anna', 'cleo'], reviewer: 'anna' } })
  const { nonce } = story.claim({ role: 'anchor' })
  story.posts('A', { reviewer: 'anna', role: 'anchor', findings: [], nonce })
  story.ends('continues')
  story.settings.reviewer = 'cleo'
  story.claim({ role: 'enricher' })
  return story.ends('error')
}

/** The head is a push of ours, five minutes old. */
export const pushedByUs = (): Story =>
  served(story => {
    const { observedAt: at, pull } = story.push('b').facts
    const pushes = [{ commit: pull.head.oid, parent: head('a'), at, silent: true }]
    const marker = { kind: 'fix-tasks' as const, ...story.binding(), reviewer: 'countersign', tasks: [], pushes }
    story.comment({ by: 'us', body: 'Fixes', marker })
    story.wait(300)
  })
