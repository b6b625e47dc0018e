import * as z from 'zod'
import type { Validated } from '../agents/types.ts'
import { overalls } from '../markers/fields.ts'
import { coerceOpinion } from './opinion-coerce.ts'
import { reportSchema, withoutBounds } from './report.ts'
import { complaintOf } from './report-complaint.ts'

export type Overall = (typeof overalls)[number]

const judged = z.strictObject({
  id: z.string().describe('The id of a finding of the first review, as it was given to you'),
  says: z.enum(['confirm', 'refute']),
  reason: z.string().describe('What in the code shows it'),
})

/** What a second opinion is asked to answer: a word on each finding of the first review, and only what is new beside it. */
export const opinionSchema = z.strictObject({
  sha: reportSchema.shape.sha,
  overall: z.enum(overalls),
  summary: z.string(),
  opinions: z.array(judged).describe('One entry for each finding of the first review'),
  findings: reportSchema.shape.findings.describe('Only findings that the first review does not have'),
})

export type Opinion = z.infer<typeof opinionSchema>
export type JudgedFinding = Opinion['opinions'][number]

/** JSON Schema of the answer for CLIs that take one. */
export const opinionJsonSchema: object = z.toJSONSchema(opinionSchema, { target: 'draft-7', override: withoutBounds })

/** Reads a second opinion as strictly as a report: what cannot be read is a complaint that quotes what was found. */
export const readOpinion = (candidate: unknown): Validated<Opinion> => {
  const coerced = coerceOpinion(candidate)
  const parsed = opinionSchema.safeParse(coerced)
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, complaint: complaintOf(parsed.error.issues, coerced) }
}
