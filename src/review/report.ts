import * as z from 'zod'
import type { Validated } from '../agents/types.ts'
import { coerceReport } from './report-coerce.ts'
import { complaintOf } from './report-complaint.ts'

/** What an agent is asked to answer: findings and the SHA it looked at. It never acts; the host decides and publishes. */
export const severities = ['critical', 'high', 'medium', 'low'] as const

const finding = z.strictObject({
  title: z.string().describe('What is wrong, in one line'),
  body: z.string().describe('Why it is wrong, what happens because of it, and what to do; Markdown'),
  path: z.string().nullable().describe('The file as the diff names it; null when the finding is about the whole change'),
  line: z.number().int().nullable().describe('The last line the finding is about; null for a whole file'),
  startLine: z.number().int().nullable().describe('The first line of a range; null for a single line'),
  side: z.enum(['RIGHT', 'LEFT']).describe('RIGHT: numbers of the new file. LEFT: numbers of the old file, for deleted lines'),
  severity: z.enum(severities),
  confidence: z.enum(['confirmed', 'suspected']).describe('confirmed: you traced it in the code and can say how it fails'),
  blocking: z.boolean().describe('Must be fixed before this is merged'),
  origin: z.enum(['introduced', 'regressed', 'pre-existing']).describe('regressed: worked before in this pull request'),
})

const disposition = z.strictObject({
  id: z.string().describe('The id of an earlier finding, as it was given to you'),
  disposition: z.enum(['fixed', 'still-open', 'withdrawn', 'accepted-risk']),
  reason: z.string(),
})

export const reportSchema = z.strictObject({
  sha: z.string().describe('The whole commit id you reviewed, as it was given to you'),
  verdict: z.enum(['approve', 'request-changes']),
  summary: z.string(),
  findings: z.array(finding),
  prior: z.array(disposition).describe('One entry for each earlier finding; empty in a first review'),
})

export type Report = z.infer<typeof reportSchema>
export type ReportedFinding = Report['findings'][number]
export type Disposition = Report['prior'][number]
export type Severity = (typeof severities)[number]

/** Safe-integer bounds say nothing to a model, and not every vendor's strict mode takes them. */
export const withoutBounds = ({ jsonSchema }: { jsonSchema: { minimum?: number; maximum?: number } }): void => {
  delete jsonSchema.minimum
  delete jsonSchema.maximum
}

/** JSON Schema of the answer for CLIs that take one: every property required, none besides. */
export const reportJsonSchema: object = z.toJSONSchema(reportSchema, { target: 'draft-7', override: withoutBounds })

/**
 * Reads an agent's answer after the coercions of `coerceReport`, none of which can turn a blocker into less.
 * Anything else is a complaint that quotes what was found and says what was expected, fit to be sent back to the agent.
 */
export const readReport = (candidate: unknown): Validated<Report> => {
  const coerced = coerceReport(candidate)
  const parsed = reportSchema.safeParse(coerced)
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, complaint: complaintOf(parsed.error.issues, coerced) }
}
