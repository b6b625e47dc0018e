import type { Rule } from './rule.ts'

export const open: Rule = {
  name: 'open',
  objects: 'the pull request is closed or merged',
  action: 'skip',
  forced: 'refused',
  forcedText: 'refused',
  judge: ({ snapshot: { facts } }) =>
    facts.pull.state === 'OPEN'
      ? null
      : { action: 'skip', evidence: `the pull request is ${facts.pull.state.toLowerCase()}`, change: 'reopen it', effects: [] },
}
