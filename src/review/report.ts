import * as z from 'zod'

/** What an agent is asked to answer: findings and the SHA it looked at. It never acts; the host decides and publishes. */
export const severities = ['critical', 'high', 'medium', 'low'] as const

const finding = z.strictObject({
  title: z.string(),
  body: z.string(),
  path: z.string().nullable(),
  line: z.number().int().nullable(),
  startLine: z.number().int().nullable(),
  side: z.enum(['RIGHT', 'LEFT']),
  severity: z.enum(severities),
  confidence: z.enum(['confirmed', 'suspected']),
  blocking: z.boolean(),
  origin: z.enum(['introduced', 'regressed', 'pre-existing']),
})

const disposition = z.strictObject({
  id: z.string(),
  disposition: z.enum(['fixed', 'still-open', 'withdrawn', 'accepted-risk']),
  reason: z.string(),
})

export const reportSchema = z.strictObject({
  sha: z.string(),
  verdict: z.enum(['approve', 'request-changes']),
  summary: z.string(),
  findings: z.array(finding),
  prior: z.array(disposition),
})

export type Report = z.infer<typeof reportSchema>
export type ReportedFinding = Report['findings'][number]
export type Severity = (typeof severities)[number]
