import * as z from 'zod'
import { id, login, sha, time } from './file-words.ts'

const status = z.enum(['requested', 'queued', 'pending', 'waiting', 'in_progress', 'completed'])
const conclusion = z.enum(['success', 'failure', 'neutral', 'cancelled', 'skipped', 'timed_out', 'action_required']).nullable()
const job = z.strictObject({
  id,
  name: z.string().default('review'),
  status: status.default('in_progress'),
  conclusion: conclusion.default(null),
  createdAt: time.optional(),
  startedAt: time.nullish(),
  completedAt: time.nullish(),
})
const attempt = z.strictObject({
  startedAt: time.optional(),
  updatedAt: time.optional(),
  status: status.default('in_progress'),
  conclusion: conclusion.default(null),
  jobs: z.array(job).default([]),
})
export const run = z.strictObject({
  id,
  /** The workflow's file name or path. */
  workflow: z.string(),
  name: z.string().optional(),
  event: z.string().default('workflow_dispatch'),
  headSha: sha.optional(),
  headBranch: z.string().nullish(),
  actor: login,
  createdAt: time.optional(),
  pulls: z.array(z.number().int()).default([]),
  inputs: z.record(z.string(), z.string()).default({}),
  group: z.string().nullable().default(null),
  attempts: z
    .array(attempt)
    .min(1)
    .default([{ status: 'in_progress', conclusion: null, jobs: [] }]),
})
export const workflow = z.strictObject({
  id,
  path: z.string(),
  name: z.string(),
  createdAt: time.optional(),
  state: z.enum(['active', 'disabled_manually', 'disabled_inactivity']).default('active'),
})
export const check = z.strictObject({
  id,
  app: login,
  headSha: sha,
  name: z.string(),
  status: status.default('completed'),
  conclusion: conclusion.default(null),
  startedAt: time.nullish(),
  completedAt: time.nullish(),
  detailsUrl: z.string().nullable().default(null),
  externalId: z.string().nullable().default(null),
  output: z
    .strictObject({ title: z.string().nullable(), summary: z.string().nullable(), text: z.string().nullable() })
    .default({ title: null, summary: null, text: null }),
})
export const commitStatus = z.strictObject({
  id,
  sha,
  state: z.enum(['error', 'failure', 'pending', 'success']),
  context: z.string(),
  description: z.string().nullable().default(null),
  targetUrl: z.string().nullable().default(null),
  creator: login,
  createdAt: time.optional(),
})
