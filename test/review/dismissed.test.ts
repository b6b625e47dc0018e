import { expect, it } from 'vitest'
import { type DecisionInput, decideReview } from '../../src/review/decision.ts'
import type { Dismissed } from '../../src/review/dismissed.ts'
import { filesOf, finding, head, report } from './base.ts'

const files = filesOf('format-patch')
const byDev = new Map<string, Dismissed>()

const decide = (change: Partial<DecisionInput>) =>
  decideReview({ report: report(), mode: 'rereview', prior: [], head, files, ...change })

const idOf = (): string => {
  const decided = decide({ mode: 'initial', report: report() })
  if (decided.kind !== 'decided') throw new Error(decided.complaint)
  return decided.findings[0]?.id ?? ''
}

const id = idOf()
byDev.set(id, { by: 'dev', why: 'known limit' })
const prior = { id, severity: 'high', blocking: true, path: 'src/app.py', line: 1, status: 'accepted-risk', by: 'dev' } as const

it.each<[string, Partial<DecisionInput>]>([
  ['reported anew after it fell out of the history', { report: report() }],
  ['reported anew', { prior: [prior], report: report() }],
  [
    'said to be still open, with a reason',
    {
      prior: [prior],
      report: report({ findings: [], prior: [{ id, disposition: 'still-open', reason: 'it crashes' }] }),
    },
  ],
  ['not mentioned', { prior: [prior], report: report({ verdict: 'approve', findings: [] }) }],
])('a blocker that a person dismissed blocks no more when it is %s', (_, change) => {
  const decided = decide({ ...change, dismissed: byDev })
  expect(decided).toMatchObject({ kind: 'decided', decision: 'approved' })
  expect(decided).toMatchObject({
    findings: [
      {
        id,
        status: 'accepted-risk',
        reported: false,
        dismissedBy: 'dev',
        reason: expect.stringContaining('dismissed by dev: known limit'),
      },
    ],
  })
})

it('the agent’s new evidence against it is told, and reopens nothing', () => {
  const said = report({ findings: [], prior: [{ id, disposition: 'still-open', reason: 'it crashes' }] })
  const decided = decide({ prior: [prior], report: said, dismissed: byDev })
  expect(decided).toMatchObject({ findings: [{ reason: 'dismissed by dev: known limit (the agent: it crashes)' }] })
})

it('another blocker beside it blocks as ever', () => {
  const other = finding({ title: 'Another fault' })
  const decided = decide({ report: report({ findings: [finding(), other] }), dismissed: byDev })
  expect(decided).toMatchObject({ kind: 'decided', decision: 'fix-requested' })
})

it('once it is fixed it counts as fixed', () => {
  const said = report({ verdict: 'approve', findings: [], prior: [{ id, disposition: 'fixed', reason: '' }] })
  expect(decide({ prior: [prior], report: said, dismissed: byDev })).toMatchObject({ findings: [{ status: 'fixed' }] })
})
