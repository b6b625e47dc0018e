import { describe, expect, it } from 'vitest'
import { type DecisionInput, decideReview, type PriorFinding } from '../../src/review/decision.ts'
import { fingerprintOf } from '../../src/review/fingerprint.ts'
import type { ReportedFinding } from '../../src/review/report.ts'
import { filesOf, finding, head, report } from './base.ts'

const files = filesOf('format-patch')
const id = fingerprintOf(finding(), files)

const input = (change: Partial<DecisionInput> = {}): DecisionInput => ({
  report: report(),
  mode: 'initial',
  prior: [],
  head,
  files,
  ...change,
})

const prior = (change: Partial<PriorFinding> = {}): PriorFinding => ({
  id: 'aaaaaaaaaaaa',
  title: 'Old one',
  severity: 'high',
  blocking: true,
  path: 'src/app.py',
  line: 4,
  status: 'new',
  ...change,
})

type Said = 'fixed' | 'still-open' | 'withdrawn' | 'accepted-risk'
const says = (disposition: Said, reason = 'because', of = 'aaaaaaaaaaaa') => ({ id: of, disposition, reason })
const approve = (change = {}) => report({ verdict: 'approve', findings: [], ...change })

const decided = (of: DecisionInput) => {
  const decision = decideReview(of)
  if (decision.kind === 'malformed') throw new Error(decision.complaint)
  return decision
}
const complaint = (of: DecisionInput): string => {
  const decision = decideReview(of)
  return decision.kind === 'malformed' ? decision.complaint : `decided: ${decision.decision}`
}

describe('a first review', () => {
  it('asks for a fix when a blocking finding is confirmed', () => {
    expect(decided(input())).toMatchObject({
      decision: 'fix-requested',
      findings: [{ id, status: 'new', blocking: true, reported: true }],
    })
  })

  it('approves when nothing was found', () => {
    expect(decided(input({ report: approve() }))).toEqual({ kind: 'decided', decision: 'approved', findings: [] })
  })

  it.each<[string, Partial<ReportedFinding>]>([
    ['not confirmed', { confidence: 'suspected' }],
    ['low severity', { severity: 'low' }],
    ['not introduced by this pull request', { origin: 'pre-existing' }],
  ])('approves beside a finding that is %s, and says why it does not block', (reason, change) => {
    const outcome = decided(input({ report: approve({ findings: [finding(change)] }) }))
    expect(outcome).toMatchObject({ decision: 'approved', findings: [{ blocking: false, reason }] })
  })

  it('lets a regressed finding block', () => {
    expect(decided(input({ report: report({ findings: [finding({ origin: 'regressed' })] }) })).decision).toBe('fix-requested')
  })

  it('counts equal findings once, and the blocking one of them', () => {
    const outcome = decided(input({ report: report({ findings: [finding({ blocking: false }), finding()] }) }))
    expect(outcome.findings).toMatchObject([{ id, blocking: true }])
  })
})

describe('a report that contradicts itself', () => {
  it.each<[string, DecisionInput, string]>([
    [
      'approves with a blocker',
      input({ report: report({ verdict: 'approve' }) }),
      'found "approve" beside the open blocking finding "Division by zero"',
    ],
    [
      'asks for changes with nothing',
      input({ report: report({ findings: [], summary: ' ' }) }),
      'with no finding and an empty summary',
    ],
    [
      'asks for changes with a suspicion',
      input({ report: report({ findings: [finding({ confidence: 'suspected' })] }) }),
      'without a confirmed blocking finding',
    ],
    ['names another head', input({ report: report({ sha: 'b'.repeat(40) }) }), `found "${'b'.repeat(40)}", expected "${head}"`],
    ['names a prefix of the head', input({ report: report({ sha: head.slice(0, 12) }) }), 'sha: found'],
    ['names no head', input({ report: report({ sha: '' }) }), 'sha: found ""'],
    [
      'blocks without a word',
      input({ report: report({ findings: [finding({ title: '', body: ' ' })] }) }),
      'findings[0]: found a blocking finding without text',
    ],
    [
      'has more findings than can be kept',
      input({ report: report({ findings: Array.from({ length: 101 }, (_, at) => finding({ title: `No ${at}` })) }) }),
      'findings: found 101, expected at most 100',
    ],
    ['disposes of an unknown finding', input({ report: approve({ prior: [says('fixed')] }) }), 'found the id "aaaaaaaaaaaa"'],
  ])('is malformed: %s', (_, of, words) => {
    expect(complaint(of)).toContain(words)
  })
})

const again = (change: Partial<DecisionInput>): DecisionInput => input({ mode: 'rereview', prior: [prior()], ...change })

describe('a second review', () => {
  it('approves when the blocker is fixed', () => {
    const outcome = decided(again({ report: approve({ prior: [says('fixed')] }) }))
    expect(outcome).toMatchObject({
      decision: 'approved',
      findings: [{ id: 'aaaaaaaaaaaa', title: 'Old one', status: 'fixed', reported: false }],
    })
  })

  it.each<Said>(['withdrawn', 'accepted-risk'])('approves when the blocker is %s with a reason', disposition => {
    expect(decided(again({ report: approve({ prior: [says(disposition)] }) })).decision).toBe('approved')
    expect(complaint(again({ report: approve({ prior: [says(disposition, ' ')] }) }))).toContain('without a reason')
  })

  it('asks again while the blocker is open', () => {
    const outcome = decided(again({ report: report({ findings: [], prior: [says('still-open')] }) }))
    expect(outcome).toMatchObject({ decision: 'fix-requested', findings: [{ status: 'still-open', blocking: true }] })
  })

  it('does not approve beside an open blocker', () => {
    expect(complaint(again({ report: approve({ prior: [says('still-open')] }) }))).toContain(
      'beside the open blocking finding "Old one"',
    )
  })

  it('needs a word about each open finding, closed ones excepted', () => {
    expect(complaint(again({ report: approve() }))).toContain('found nothing about aaaaaaaaaaaa ("Old one")')
    expect(decided(again({ prior: [prior({ status: 'fixed' })], report: approve() })).decision).toBe('approved')
  })

  it('takes one word about each', () => {
    expect(complaint(again({ report: approve({ prior: [says('fixed'), says('withdrawn')] }) }))).toContain(
      'both "fixed" and "withdrawn"',
    )
    expect(decided(again({ report: approve({ prior: [says('fixed'), says('fixed')] }) })).decision).toBe('approved')
  })

  it('knows a finding that is reported again as the earlier one', () => {
    const outcome = decided(again({ prior: [prior({ id })], report: report() }))
    expect(outcome.findings).toMatchObject([{ id, status: 'still-open', title: 'Division by zero', reported: true }])
  })

  it('refuses a finding that is called fixed and reported again', () => {
    expect(complaint(again({ prior: [prior({ id })], report: report({ prior: [says('fixed', '', id)] }) }))).toContain(
      'which is also reported as a finding',
    )
  })

  it('keeps a blocker blocking when it is reported again as less', () => {
    const softer = report({ findings: [finding({ blocking: false, severity: 'low' })] })
    expect(decided(again({ prior: [prior({ id })], report: softer })).decision).toBe('fix-requested')
  })

  it('opens a fixed finding anew when it is back', () => {
    expect(decided(again({ prior: [prior({ id, status: 'fixed' })] })).findings).toMatchObject([
      { id, status: 'new', blocking: true },
    ])
  })

  it('leaves an accepted risk accepted without new evidence', () => {
    const accepted = [prior({ id, status: 'accepted-risk' })]
    expect(decided(again({ prior: accepted, report: approve({ findings: [finding()] }) }))).toMatchObject({
      decision: 'approved',
      findings: [{ status: 'accepted-risk' }],
    })
    expect(complaint(again({ prior: accepted }))).toMatch(
      new RegExp(
        `found "Division by zero", the earlier finding "${id}", which was accepted as a risk.*expected in "prior" its id with the disposition "still-open" and a reason`,
      ),
    )
    expect(complaint(again({ prior: accepted, report: report({ prior: [says('still-open', '', id)] }) }))).toContain(
      'without new evidence',
    )
    expect(
      decided(again({ prior: accepted, report: report({ prior: [says('still-open', 'it is now reachable', id)] }) })).decision,
    ).toBe('fix-requested')
  })

  it('never forgets an open finding, even in a first review', () => {
    expect(decided(input({ prior: [prior()], report: report({ findings: [] }) }))).toMatchObject({
      decision: 'fix-requested',
      findings: [{ status: 'still-open' }],
    })
  })
})

describe('a review that converges', () => {
  const late = (change: Partial<ReportedFinding>, verdict: 'approve' | 'request-changes' = 'request-changes') =>
    input({ mode: 'convergence', report: report({ verdict, findings: [finding(change)] }) })

  it('keeps a new medium finding without letting it block, and says so', () => {
    const outcome = decided(late({ severity: 'medium' }))
    expect(outcome).toMatchObject({
      decision: 'approved',
      findings: [{ blocking: false, reason: expect.stringContaining('must be high or critical') }],
    })
    expect(decided(late({ severity: 'medium' }, 'approve')).decision).toBe('approved')
  })

  it.each(['high', 'critical'] as const)('lets a new %s finding block', severity => {
    expect(decided(late({ severity })).decision).toBe('fix-requested')
  })

  it('lets an earlier medium blocker block on, reopened or not', () => {
    const medium = { severity: 'medium' } as const
    for (const status of ['new', 'still-open', 'fixed'] as const) {
      const of = { ...late(medium), prior: [prior({ id, severity: 'medium', status })] }
      expect(decided(of).decision).toBe('fix-requested')
    }
  })
})
