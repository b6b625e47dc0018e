import type * as z from 'zod'
import type { Leaf } from './leaves.ts'

/** One key of the policy: what it takes, what holds without it, and what it means, which the reference and the JSON Schema repeat. */
export type KeyText = { description: string; expects: string }

export const key = <T extends z.ZodType>({ expects, schema }: Leaf<T>, initial: z.output<T>, description: string) =>
  schema.default(initial as never).meta({ description, expects } satisfies KeyText)
