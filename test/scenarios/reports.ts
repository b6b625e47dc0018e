/** What scripted agents say: whole reports, the SHA is put in by the agent. */
export type ScriptedFinding = {
  title: string
  body: string
  path: string | null
  line: number | null
  startLine: number | null
  side: 'RIGHT' | 'LEFT'
  severity: 'critical' | 'high' | 'medium' | 'low'
  confidence: 'confirmed' | 'suspected'
  blocking: boolean
  origin: 'introduced' | 'regressed' | 'pre-existing'
}

export const finding = (more: Partial<ScriptedFinding> = {}): ScriptedFinding => ({
  title: 'Division by zero',
  body: 'An empty list gives NaN.',
  path: 'src/mean.js',
  line: 2,
  startLine: null,
  side: 'RIGHT',
  severity: 'high',
  confidence: 'confirmed',
  blocking: true,
  origin: 'introduced',
  ...more,
})

export const asksForFix = (...findings: ScriptedFinding[]) => ({
  report: {
    verdict: 'request-changes',
    summary: 'One fault must be mended.',
    findings: findings.length > 0 ? findings : [finding()],
  },
})

/** Approves, and says that every earlier finding is fixed. */
export const approves = () => ({ report: { verdict: 'approve', summary: 'Reads well.', findings: [] }, prior: 'fixed' })

/** Nothing new, and every earlier finding is still open. */
export const stillOpen = () => ({
  report: { verdict: 'request-changes', summary: 'Not mended yet.', findings: [] },
  prior: 'still-open',
})
