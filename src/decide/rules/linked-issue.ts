import type { Rule } from './rule.ts'

export const linkedIssue: Rule = {
  name: 'linked-issue',
  objects: '`linked-issue: require-open`, and all issues that the pull request closes are closed already',
  action: 'skip',
  forced: 'refused',
  forcedText: 'refused',
  judge: ({ policy, late }) => {
    const linked = late?.linked ?? null
    if (policy['linked-issue'] !== 'require-open' || linked === null || linked.open > 0 || linked.closed === 0) return null
    return {
      action: 'skip',
      evidence: linked.closed === 1 ? 'the linked issue is closed' : `all ${linked.closed} linked issues are closed`,
      change: 'reopen an issue, or link an open one',
      effects: [],
    }
  },
  late: true,
}
