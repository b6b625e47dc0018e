import { getOctokit } from '@actions/github'
import { Octokit } from '@octokit/rest'
import type { GitHub } from '../../src/simulator/github.ts'

export const repo = { owner: 'octo', repo: 'hello' }
export const pull = { ...repo, pull_number: 1 }
export const issue = { ...repo, issue_number: 1 }

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/** A client that a person would use, without retries and without noise. */
export const clientOf = (github: GitHub, token: string) => new Octokit({ baseUrl: github.url, auth: token, log: silent })

/** The client that an action uses. */
export const actionClient = (github: GitHub, token = 'actions-token') => getOctokit(token, { baseUrl: github.url })

/** The status and message that a call is refused with; fails when it is not. */
export async function refusal(call: Promise<unknown>): Promise<{ status: number; message: string }> {
  try {
    await call
  } catch (error) {
    const { status, message } = Object.assign({ status: 0, message: '' }, error)
    return { status, message: error instanceof Error ? error.message : message }
  }
  throw new Error('The call was not refused')
}
