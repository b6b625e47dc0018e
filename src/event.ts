import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { ConfigError } from './github/errors.ts'

const numbered = z.object({ number: z.number().int().positive() })

const eventSchema = z.object({
  action: z.string().optional(),
  pull_request: numbered.optional(),
  issue: z.object({ number: z.number().int().positive(), pull_request: z.unknown().optional() }).optional(),
  inputs: z.record(z.string(), z.unknown()).nullish(),
})

/** What started the run. `pull` = the pull request it is about, when the event itself tells. */
export type Trigger = { name: string; action: string | null; pull: number | null; pullInput: string | null }

const parsedFile = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new ConfigError(
      `event: found "${path}", which cannot be read as JSON (${error instanceof Error ? error.message : String(error)}); expected the file GitHub writes for every event; run this inside GitHub Actions, or set GITHUB_EVENT_PATH`,
    )
  }
}

/** Reads the event file that the runner wrote. */
export const readTrigger = (env: Record<string, string | undefined>): Trigger => {
  const name = env.GITHUB_EVENT_NAME ?? ''
  const path = env.GITHUB_EVENT_PATH ?? ''
  if (name === '' || path === '') throw new ConfigError('event: found none (GITHUB_EVENT_NAME or GITHUB_EVENT_PATH is not set); expected to be run by GitHub Actions')
  const parsed = eventSchema.safeParse(parsedFile(path))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`event: found a "${name}" payload with a wrong "${issue?.path.join('.')}"; expected ${issue?.message}; check GITHUB_EVENT_PATH`)
  }
  const { action, pull_request, issue, inputs } = parsed.data
  const onPull = pull_request ?? (issue?.pull_request === undefined || issue.pull_request === null ? undefined : issue)
  const pullInput = inputs?.pull
  return { name, action: action ?? null, pull: onPull?.number ?? null, pullInput: typeof pullInput === 'string' && pullInput !== '' ? pullInput : null }
}
