import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { ConfigError } from './github/errors.ts'
import { type Login, loginOf, type Sha, shaOf } from './snapshot/ids.ts'

// The small zod says only “Invalid input” without a language.
z.config(z.locales.en())

const positive = z.int().check(z.positive())

const numbered = z.object({ number: positive, head: z.optional(z.object({ sha: z.string() })) })

const account = z.nullable(z.object({ login: z.string(), type: z.string() }))

const asked = z.object({ id: positive, node_id: z.string(), body: z.nullish(z.string()), user: account })

const workflowRun = z.object({
  head_sha: z.string(),
  pull_requests: z._default(z.array(z.object({ number: positive })), []),
})

const eventSchema = z.object({
  action: z.optional(z.string()),
  pull_request: z.optional(numbered),
  issue: z.optional(z.object({ number: positive, pull_request: z.optional(z.unknown()) })),
  comment: z.optional(asked),
  review: z.optional(asked),
  merge_group: z.optional(z.object({ head_ref: z.string(), head_sha: z.optional(z.string()) })),
  workflow_run: z.optional(workflowRun),
  changes: z.optional(z.object({ body: z.optional(z.object({ from: z.string() })) })),
  inputs: z.nullish(z.record(z.string(), z.unknown())),
})

/** A text that may ask for something: the comment or review that started the run. */
export type AskedText = {
  where: 'comment' | 'review' | 'review-comment'
  id: number
  nodeId: string
  body: string
  author: { login: Login; kind: string } | null
  /** The text before an edit, where the event tells. */
  from: string | null
}

/** What started the run. `pull` = the pull request it is about, when the event itself tells. */
export type Trigger = {
  name: string
  action: string | null
  pull: number | null
  /** The head that a label was set or removed at: what the person who did so has seen. */
  labelHead: Sha | null
  /** The commit of a workflow run that names no pull request: those of forks never do. */
  runHead: Sha | null
  text: AskedText | null
  /** The commit that the merge queue tests. */
  queueHead: Sha | null
}

const WHERE: Record<string, AskedText['where']> = {
  issue_comment: 'comment',
  pull_request_review: 'review',
  pull_request_review_comment: 'review-comment',
}

const textOf = (name: string, event: z.infer<typeof eventSchema>): AskedText | null => {
  const where = WHERE[name]
  const text = name === 'pull_request_review' ? event.review : event.comment
  if (where === undefined || text === undefined) return null
  const author = text.user === null ? null : { login: loginOf(text.user.login), kind: text.user.type }
  return { where, id: text.id, nodeId: text.node_id, body: text.body ?? '', author, from: event.changes?.body?.from ?? null }
}

/** The queue names the branch it tests after the pull that it would merge. */
const queuedPull = (ref: string | undefined): number | null => {
  const number = /\/pr-([1-9]\d{0,9})-[0-9a-f]{40,64}$/.exec(ref ?? '')?.[1]
  return number === undefined ? null : Number(number)
}

/** A run that names several pull requests, or none, names nobody: the commit is looked up. */
const namedPull = (run: z.infer<typeof workflowRun> | undefined): number | null =>
  run?.pull_requests.length === 1 ? (run.pull_requests[0]?.number ?? null) : null

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
  if (name === '' || path === '')
    throw new ConfigError(
      'event: found none (GITHUB_EVENT_NAME or GITHUB_EVENT_PATH is not set); expected to be run by GitHub Actions',
    )
  const parsed = eventSchema.safeParse(parsedFile(path))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(
      `event: found a "${name}" payload that is wrong at "${issue?.path.join('.') || 'the top'}" (${issue?.message}); expected the payload GitHub sends; check GITHUB_EVENT_PATH`,
    )
  }
  const { action, pull_request, issue } = parsed.data
  const onPull = pull_request ?? (issue?.pull_request === undefined || issue.pull_request === null ? undefined : issue)
  const labelHead = action === 'labeled' || action === 'unlabeled' ? shaOf(pull_request?.head?.sha) : null
  const { merge_group, workflow_run } = parsed.data
  return {
    name,
    action: action ?? null,
    pull: onPull?.number ?? queuedPull(merge_group?.head_ref) ?? namedPull(workflow_run),
    labelHead,
    runHead: shaOf(workflow_run?.head_sha),
    text: textOf(name, parsed.data),
    queueHead: shaOf(merge_group?.head_sha),
  }
}
