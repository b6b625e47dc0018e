import { parseArgs } from 'node:util'
import { searchPulls } from '../github/search.ts'
import { viewerNow } from '../github/viewer.ts'
import { readInputs } from '../inputs.ts'
import { visible } from '../text/visible.ts'
import { pullRunOf } from '../wiring.ts'
import { actionEnv } from './action-env.ts'
import { type Command, UsageError } from './io.ts'

const LOGIN = /^[A-Za-z0-9](?:-?[A-Za-z0-9]){0,38}$/
const REPOSITORY = /^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/[A-Za-z0-9._-]{1,100}$/

const matching = (name: string, text: string | undefined, expected: { pattern: RegExp; words: string }): string | undefined => {
  if (text === undefined || expected.pattern.test(text)) return text
  throw new UsageError(`--${name}: found "${text}"; expected ${expected.words}`)
}

/** GitHub's own search, in its words, so that it can be pasted into its pages. */
export const queryOf = (of: { login: string; label: string; repository: string | undefined }): string =>
  [
    'is:pr',
    'is:open',
    `label:${/\s/.test(of.label) ? `"${of.label}"` : of.label}`,
    `review-requested:${of.login}`,
    ...(of.repository === undefined ? [] : [`repo:${of.repository}`]),
  ].join(' ')

/** Titles are others' words: no control character reaches the terminal. */
const oneLine = (text: string): string => visible(text).replace(/\s+/g, ' ').slice(0, 120)

export const list: Command = {
  summary: 'list the open pull requests that carry the ask label and wait for your review, wherever they are',
  usage: 'list [--login NAME] [--repo owner/repo] [--label NAME] [--json]',
  run: async (argv, io) => {
    const text = { type: 'string' } as const
    const { values } = parseArgs({ args: argv, options: { login: text, repo: text, label: text, json: { type: 'boolean' } } })
    const repository = matching('repo', values.repo, { pattern: REPOSITORY, words: 'owner/repo' })
    const asked = matching('login', values.login, { pattern: LOGIN, words: 'a login' })
    const label = matching('label', values.label, {
      pattern: /^[^"\p{Cc}]{1,50}$/u,
      words: 'the name of a label, without quotes',
    })
    const env = actionEnv(io, repository ?? 'any/any', {})
    const { api } = pullRunOf({ env, say: io.err, stop: io.stop }, readInputs(env), 0)
    const query = queryOf({ login: asked ?? (await viewerNow(api)).login, label: label ?? 'ai-review', repository })
    const { found, total, complete } = await searchPulls(api, query)
    if (!complete) io.err(`note: GitHub shows ${found.length} of ${total}; narrow the list with --repo`)
    if (values.json) io.out(`${JSON.stringify(found, null, 2)}\n`)
    else if (found.length === 0) io.out(`None: ${query}\n`)
    else
      for (const one of found)
        io.out(`${one.repository}#${one.number}  ${one.author ?? 'ghost'}  ${oneLine(one.title)}\n    ${one.url}\n`)
    return 0
  },
}
