import * as z from 'zod'
import { severities } from '../review/report.ts'
import { type Sha, shaOf } from '../snapshot/ids.ts'

/** The small shapes that several markers share. */
export const sha = z.custom<Sha>(value => shaOf(value) !== null, 'a whole commit id')
export const text = z.string().min(1)
export const count = z.number().int().nonnegative()
export const id = z.number().int().positive()
export const usd = z.number().nonnegative()
/** Whole seconds of the server's clock. */
export const instant = z.number().int().nonnegative()

export const run = z.object({ id: text, attempt: count })

/** Every marker names the repository (database id) and the pull it was written for, and may be signed. */
export const binding = { repo: id, pull: id, sig: z.string().optional() }

export const roles = ['single', 'anchor', 'enricher', 'panel', 'fix'] as const
export const overalls = ['agree', 'disagree', 'mixed'] as const

/** A second opinion on the findings of the primary review, by their ids. */
export const opinion = z.object({ overall: z.enum(overalls), confirms: z.array(text), refutes: z.array(text) })

/** What a member of a panel said in its decision; `nothing` = it could not answer. */
export const memberWord = z.object({ name: text, said: z.enum(['primary', ...overalls, 'nothing']) })

const openStatuses = ['new', 'still-open'] as const
export const closedStatuses = ['fixed', 'withdrawn', 'accepted-risk'] as const

export const findingState = z.object({
  id: text,
  severity: z.enum(severities),
  blocking: z.boolean(),
  path: z.string().nullable(),
  line: z.number().int().nullable(),
  status: z.enum([...openStatuses, ...closedStatuses]),
  /** At most 120 characters; dropped first when the marker grows too long. */
  title: z.string().optional(),
  /** The person who dismissed it. */
  by: z.string().optional(),
})

/** How much was used: in the pull's life, since the newest engagement (its time is kept beside it), and per UTC day. */
export const usageOf = <T extends z.ZodType>(amount: T) =>
  z.object({
    life: amount,
    sinceEngagement: amount,
    noVerdict: amount,
    engagement: instant,
    perDay: z.record(z.string().regex(/^\d{4}-\d\d-\d\d$/), amount),
  })

export const endingKinds = ['consensus', 'continues', 'exhausted', 'error', 'terminated'] as const

/** The last word on a claim. It counts only when its run and nonce equal the claim's. */
export const ending = z.object({
  kind: z.enum(endingKinds),
  at: instant,
  reason: z.string(),
  run,
  nonce: text,
  /** The newest verdict (review id) and comment of ours when it was written: a list without them is short. */
  lastVerdict: id.nullable(),
  lastComment: id.nullable(),
})

export const claim = z.object({
  nonce: text,
  head: sha,
  base: text,
  occasion: text,
  acts: z.array(text),
  role: z.enum(roles),
  /** When a member of a panel took the place of an anchor that was gone: it outranks `since`. */
  promoted: instant.nullable().optional(),
  run,
  job: z.string().nullable(),
  /** The id of the lock reaction. */
  lock: id,
  since: instant,
  recoveries: count,
  ending: ending.nullable(),
  /** Given up to a person: never reconciled again. */
  flagged: z.boolean(),
  /** Outside Actions: when the lease ends. */
  expires: instant.nullable(),
})
