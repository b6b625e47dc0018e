import type { Rule } from './rule.ts'

export const finished: Rule = {
  name: 'finished',
  objects: 'the review of this head ended in an error: it is not repeated without being asked for',
  action: 'skip',
  forced: 'passes-for-people',
  forcedText: 'passes, for a person’s request',
  judge: ({ snapshot, run }) => {
    const head = snapshot.facts.pull.head.oid
    return !run.byHand && snapshot.statuses[0]?.marker.errors.includes(head)
      ? {
          action: 'skip',
          evidence: `the review of head ${head.slice(0, 7)} failed; the status comment says why`,
          change: 'once the cause is mended run the job or the workflow again, ask for a review in a comment, or push a commit',
          effects: [],
        }
      : null
  },
}
