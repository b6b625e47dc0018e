import { describe, expect, it } from 'vitest'
import { type Answer, combine, type Panel } from '../../src/panel/combine.ts'

type Finding = { id: string; blocking: boolean; status: string }

const panel: Panel = { members: ['anna', 'ben', 'cleo'], quorum: null }
const blocker: Finding = { id: 'zero', blocking: true, status: 'new' }
const note: Finding = { id: 'name', blocking: false, status: 'new' }

const says = (member: string, more: Partial<Answer<Finding>> = {}): Answer<Finding> => ({
  member,
  findings: [],
  confirms: [],
  refutes: [],
  edited: false,
  ...more,
})

const anna = says('anna', { findings: [blocker] })
const refuting = (member: string) => says(member, { refutes: ['zero'] })
const confirming = (member: string) => says(member, { confirms: ['zero'] })

type Row = [claim: string, decision: string, answers: Answer<Finding>[], change?: Partial<Panel>]

const rows: Row[] = [
  ['all agree that there is nothing to fix', 'approved', [says('anna'), says('ben'), says('cleo')]],
  ['a note is no reason for a fix', 'approved', [says('anna', { findings: [note] }), says('ben'), says('cleo')]],
  ['a blocker that all confirm', 'fix-requested', [anna, confirming('ben'), confirming('cleo')]],
  ['a blocker that one of two others refutes stands', 'fix-requested', [anna, refuting('ben'), confirming('cleo')]],
  ['a blocker that one refutes and one says nothing of stands', 'fix-requested', [anna, refuting('ben'), says('cleo')]],
  ['a blocker that every other refutes falls', 'approved', [anna, refuting('ben'), refuting('cleo')]],
  ['a dead member cannot save a blocker that every other member which answered refutes', 'incomplete', [anna, refuting('ben')]],
  ['a blocker that nobody else has judged stands', 'fix-requested', [anna]],
  [
    'a closed blocker is none',
    'approved',
    [says('anna', { findings: [{ ...blocker, status: 'fixed' }] }), says('ben'), says('cleo')],
  ],
  [
    'a blocker that the primary took for fixed and a second opinion finds open is open',
    'fix-requested',
    [says('anna', { findings: [{ ...blocker, status: 'fixed' }] }), says('ben', { findings: [blocker] }), says('cleo')],
  ],
  [
    'a blocker that a second opinion adds stands',
    'fix-requested',
    [says('anna'), says('ben', { findings: [blocker] }), says('cleo')],
  ],
  [
    'what two members raise stands although the third refutes it',
    'fix-requested',
    [anna, says('ben', { findings: [blocker] }), refuting('cleo')],
  ],
  ['one dead member of three is no approval', 'incomplete', [says('anna'), says('ben')]],
  ['two of three are enough where the quorum is two', 'approved', [says('anna'), says('ben')], { quorum: 2 }],
  ['one of three is not', 'incomplete', [says('anna')], { quorum: 2 }],
  ['nobody answered: nothing is decided, whatever the quorum', 'incomplete', [], { quorum: 1 }],
  ['one member that answers twice is one member', 'incomplete', [says('anna'), says('anna'), says('ben')]],
  ['what a stranger says does not count', 'incomplete', [says('anna'), says('ben'), says('mallory')]],
  [
    'a stranger’s blocker does not count either',
    'approved',
    [says('anna'), says('ben'), says('cleo'), { ...anna, member: 'mallory' }],
  ],
  [
    'a verdict that another account edited asks for a fix',
    'fix-requested',
    [says('anna', { edited: true }), says('ben'), says('cleo')],
  ],
  ['a single reviewer is a panel of one: its blocker', 'fix-requested', [anna], { members: ['anna'] }],
  ['a single reviewer is a panel of one: its approval', 'approved', [says('anna')], { members: ['anna'] }],
]

describe('the combined decision: ', () => {
  it.each(rows)('%s → %s', (_, decision, answers, change) => {
    expect(combine(answers, { ...panel, ...change }).decision).toBe(decision)
  })

  it('does not depend on the order of the answers', () => {
    for (const [, decision, answers, change] of rows)
      if (new Set(answers.map(one => one.member)).size === answers.length)
        expect(combine(answers.toReversed(), { ...panel, ...change }).decision).toBe(decision)
  })

  it('names who raised, confirmed and refuted a finding, and who is silent', () => {
    const combined = combine([anna, confirming('ben')], panel)
    expect(combined.findings).toEqual([{ finding: blocker, by: 'anna', confirmedBy: ['ben'], refutedBy: [], stands: true }])
    expect(combined).toMatchObject({ answered: ['anna', 'ben'], silent: ['cleo'] })
  })
})
