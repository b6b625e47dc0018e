import { expect, it } from 'vitest'
import { ruleTables } from '../../src/comments/summary.ts'
import type { RuleReport } from '../../src/decide/decision.ts'

const silent = (rule: string, passed: RuleReport['passed'] = 'ok'): RuleReport => ({ rule, objection: null, passed })
const paused: RuleReport = {
  rule: 'paused',
  passed: 'objects',
  objection: { action: 'wait', evidence: 'the label is on', change: 'remove it', effects: [] },
}
const split = (trail: RuleReport[]): [string, string] => {
  const [seen = '', rest = ''] = ruleTables(trail).join('\n').split('<details>')
  return [seen, rest]
}

it('a rule that objected stands in sight with what would change it, the others are folded', () => {
  const [seen, rest] = split([silent('open'), paused, silent('checks', 'unread')])
  expect(seen).toContain('| 2 | paused | **wait**: the label is on | remove it |')
  expect(seen).not.toContain('open')
  expect(rest).toMatch(/^<summary>2 rules without objection<\/summary>/)
  expect(rest).toContain('| 1 | open | no objection |  |')
  expect(rest).toContain('| 3 | checks | not read: an earlier rule objected |  |')
})

it('nothing is in sight when no rule objected', () => {
  expect(split([silent('open')])[0].trim()).toBe('')
})
