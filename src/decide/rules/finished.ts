import type { Rule } from './rule.ts'

export const finished: Rule = {
  name: 'finished',
  objects: 'the review of this head ended in an error: it is not repeated without being asked for',
  then: 'skip',
  forced: 'passes',
  forcedText: 'passes',
  judge: ({ snapshot }) => {
    const head = snapshot.facts.pull.head.oid
    return snapshot.statuses[0]?.marker.errors.includes(head)
      ? {
          then: 'skip',
          evidence: `the review of head ${head.slice(0, 7)} ended in an error`,
          change: 'push a commit, or ask for a review in a comment once the cause is mended',
          effects: [],
        }
      : null
  },
}
