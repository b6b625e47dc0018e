import type { Rule } from './rule.ts'

export const draft: Rule = {
  name: 'draft',
  objects: 'the pull request is a draft, unless the policy says `drafts: true`',
  action: 'skip',
  forced: 'passes',
  forcedText: 'passes',
  judge: ({ snapshot: { facts }, policy }) =>
    !facts.pull.isDraft || policy.drafts
      ? null
      : {
          action: 'skip',
          evidence: 'the pull request is a draft',
          change: 'mark it ready for review, or ask for a review in a comment',
          effects: [],
        },
}
