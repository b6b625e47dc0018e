import { describe, expect, it, test } from 'vitest'
import { type Api, connect } from '../../src/github/api.ts'
import { GitHubError } from '../../src/github/errors.ts'
import { addLabel, deleteComment, removeLabel, type Site } from '../../src/github/writer.ts'
import { dispatch } from '../../src/github/writer-dispatch.ts'
import type { GitHub } from '../../src/simulator/github.ts'
import { startGuarded } from '../simulator/start.ts'

const target = { owner: 'octo', name: 'hello', number: 1 }
const clock = { nowMs: () => 0, sleep: () => Promise.resolve() }

const siteOf = ({ url }: GitHub): Site => {
  const ask: Parameters<typeof connect>[0]['fetch'] = (to, options) => fetch(to, options)
  const options = { token: 'actions-token', baseUrl: url, fetch: ask, clock, log: () => {}, stop: new AbortController().signal }
  return { api: connect(options), target }
}

test('a label or comment that another run removed a moment ago is as good as removed', async () => {
  const github = await startGuarded()
  const site = siteOf(github)
  await addLabel(site, 'needs-human-review')
  await removeLabel(site, 'Needs-Human-Review')
  await removeLabel(site, 'needs-human-review')
  const { id } = github.as('github-actions').comment(1, 'x')
  await deleteComment(site, id)
  await deleteComment(site, id)
  expect(github.pull(1)).toMatchObject({ labels: [], comments: [] })
})

/** GitHub's answer to the dispatch: its status and its words. */
const refusing = (status: number, detail: string): { site: Site; sent: () => number } => {
  let sent = 0
  const none = () => Promise.reject(new Error('not asked for'))
  const write: Api['writeFreely'] = async operation => {
    sent++
    throw new GitHubError(operation, { status, detail, landed: status >= 400 && status < 500 ? 'no' : 'unknown' })
  }
  return {
    site: {
      api: { read: none, graphql: none, write: none, writeFreely: write, ready: none, serverTime: () => 0, requests: () => sent },
      target,
    },
    sent: () => sent,
  }
}

const wanted = { workflow: 'review.yml', ref: 'main', inputs: { pull: '1', act: 'c7' } }

describe('a refused dispatch is sent once, and its cure names what a person can mend:', () => {
  it.each<[number, string, RegExp]>([
    [404, 'Not Found', /^put the file \.github\/workflows\/review\.yml on the branch "main", or give .* actions: write$/],
    [403, 'Resource not accessible by integration', /^give the job of this workflow the permission actions: write$/],
    [403, 'Must have admin rights to Repository.', /^give the job of this workflow the permission actions: write$/],
    [403, 'You have exceeded a secondary rate limit. Please wait a few minutes', /^wait some minutes, then ask again$/],
    [403, 'API rate limit exceeded for installation ID 1', /^wait some minutes, then ask again$/],
    [429, 'Too Many Requests', /^wait some minutes, then ask again$/],
    [403, 'Repository was archived so is read-only.', /^the repository is archived: nothing can be started in it$/],
    [
      422,
      "Workflow does not have 'workflow_dispatch' trigger",
      /^add workflow_dispatch to the events of .* on the branch "main"$/,
    ],
    [422, 'Unexpected inputs provided: ["act"]', /^declare the inputs pull, act and head under workflow_dispatch/],
    [422, "Required input 'why' not provided", /^let no input but pull be required under workflow_dispatch/],
    [422, "Provided value '1' for input 'pull' not in the list of allowed values", /^let the inputs pull, act and head be texts/],
    [422, 'No ref found for: main', /^the branch "main" is not there; set the default branch$/],
    [422, "Cannot trigger a 'workflow_dispatch' on a disabled workflow", /^enable the workflow .* again, under Actions$/],
    [
      422,
      'failed to parse workflow: (Line: 5, Col: 3): Unexpected value',
      /^mend \.github\/workflows\/review\.yml on the branch "main"/,
    ],
    [422, 'Something new', /^look at \.github\/workflows\/review\.yml on the branch "main"$/],
  ])('%i %s', async (status, detail, cure) => {
    const { site, sent } = refusing(status, detail)
    expect(await dispatch(site, wanted)).toEqual({
      kind: 'refused',
      why: `GitHub answered ${status}: ${detail}`,
      cure: expect.stringMatching(cure),
    })
    expect(sent()).toBe(1)
  })

  it('an answer that was lost is no refusal: the request stays open', async () => {
    await expect(dispatch(refusing(502, 'Bad Gateway').site, wanted)).rejects.toThrow(GitHubError)
  })
})
