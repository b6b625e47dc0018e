import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideReview, type PriorFinding } from '../../src/review/decision.ts'
import { severities } from '../../src/review/report.ts'
import { filesOf, head } from './base.ts'

const files = filesOf('format-patch')
const prior: PriorFinding = { id: 'aaaaaaaaaaaa', severity: 'high', blocking: true, path: 'src/app.py', line: 4, status: 'new' }

describe('any report', () => {
  const anyFinding = fc.record({
    title: fc.constantFrom('a', 'b'),
    body: fc.constant('x'),
    path: fc.constantFrom('src/app.py', null),
    line: fc.constantFrom(1, 4, null),
    startLine: fc.constant(null),
    side: fc.constantFrom('LEFT' as const, 'RIGHT' as const),
    severity: fc.constantFrom(...severities),
    confidence: fc.constantFrom('confirmed' as const, 'suspected' as const),
    blocking: fc.boolean(),
    origin: fc.constantFrom('introduced' as const, 'regressed' as const, 'pre-existing' as const),
  })
  const anyReport = fc.record({
    sha: fc.constant<string>(head),
    verdict: fc.constantFrom('approve' as const, 'request-changes' as const),
    summary: fc.constantFrom('', 'x'),
    findings: fc.array(anyFinding, { maxLength: 6 }),
    prior: fc.array(
      fc
        .constantFrom(...(['fixed', 'still-open', 'withdrawn', 'accepted-risk'] as const))
        .map(it => ({ id: prior.id, disposition: it, reason: 'because' })),
      { maxLength: 2 },
    ),
  })

  it('is never approved over an open blocker, and loses no open finding', () => {
    const modes = fc.constantFrom('initial' as const, 'rereview' as const, 'convergence' as const)
    fc.assert(
      fc.property(anyReport, modes, fc.boolean(), (it, mode, withPrior) => {
        const priors = withPrior ? [prior] : []
        const decision = decideReview({ report: it, mode, prior: priors, head, files })
        if (decision.kind === 'malformed') return
        const open = decision.findings.some(found => found.blocking && (found.status === 'new' || found.status === 'still-open'))
        expect(decision.decision).toBe(open ? 'fix-requested' : 'approved')
        expect(decision.findings.map(found => found.id)).toEqual(expect.arrayContaining(priors.map(found => found.id)))
        expect(new Set(decision.findings.map(found => found.id)).size).toBe(decision.findings.length)
      }),
    )
  })
})
