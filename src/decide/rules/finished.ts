import type { Rule } from './rule.ts'

export const finished: Rule = {
  name: 'finished',
  objects: 'the review of this head ended in an error: it is not repeated without being asked for',
  action: 'skip',
  forced: 'passes-for-people',
  forcedText: 'passes, for a person’s request',
  judge: ({ snapshot }) => {
    const head = snapshot.facts.pull.head.oid
    return snapshot.statuses[0]?.marker.errors.includes(head)
      ? {
          action: 'skip',
          evidence: `the review of head ${head.slice(0, 7)} failed: no agent gave a valid answer`,
          change: 'push a commit, or ask for a review in a comment once the cause is mended',
          effects: [],
        }
      : null
  },
}
