import { createRequire } from 'node:module'
import * as z from 'zod'

export type Json = { [key: string]: unknown }

const record = z.record(z.string(), z.unknown())
// Its types are those of a far older module format.
const read: unknown = createRequire(import.meta.url)('@octokit/webhooks-examples')
const examples = z.array(z.object({ name: z.string(), examples: z.array(record) })).parse(read)

const isRecord = (value: unknown): value is Json => record.safeParse(value).success && !Array.isArray(value)

/** A copy with some keys changed; objects are merged, everything else replaced. */
export const edited = (original: Json, changes: Json): Json =>
  Object.fromEntries(
    [...new Set([...Object.keys(original), ...Object.keys(changes)])].map(key => {
      const [before, after] = [original[key], changes[key]]
      if (!(key in changes)) return [key, before]
      return [key, isRecord(before) && isRecord(after) ? edited(before, after) : after]
    }),
  )

/** GitHub's own example payload of an event and action, e.g. `pull_request` and `labeled`. */
export const example = (event: string, action: string | null = null): Json => {
  const found = examples.find(({ name }) => name === event)?.examples.find(one => action === null || one.action === action)
  if (found === undefined) throw new Error(`There is no example of "${event}" "${action}".`)
  return found
}

/** The one base of all pull request events: an open pull by a member, from a branch of the repository itself. */
export const pullEvent = (action: string, changes: Json = {}): Json => {
  const base = example('pull_request', 'opened')
  const { full_name: repository } = z.object({ full_name: z.string() }).parse(base.repository)
  const settled = {
    action,
    sender: { login: 'ana', type: 'User' },
    pull_request: {
      number: 7,
      draft: false,
      author_association: 'MEMBER',
      user: { login: 'ana', type: 'User' },
      head: { repo: { full_name: repository } },
    },
  }
  return edited(edited(base, settled), changes)
}

/** A comment by a member on the conversation of pull request 7. */
export const commentEvent = (body: string, changes: Json = {}): Json =>
  edited(
    edited(example('issue_comment', 'created'), {
      sender: { login: 'ana', type: 'User' },
      repository: { private: false },
      issue: { number: 7, pull_request: { url: 'https://api.github.com/repos/Codertocat/Hello-World/pulls/7' } },
      comment: { body, author_association: 'MEMBER', user: { login: 'ana', type: 'User' } },
    }),
    changes,
  )
