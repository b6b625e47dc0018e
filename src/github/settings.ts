import * as z from 'zod'
import { GitHubError } from './errors.ts'
import type { Site } from './writer.ts'

const REPO = '/repos/{owner}/{repo}'

const repository = z.object({
  default_branch: z.string(),
  permissions: z.object({ admin: z.boolean(), push: z.boolean() }).partial().optional(),
})
const labels = z.array(z.object({ name: z.string() }))
const secrets = z.object({ secrets: z.array(z.object({ name: z.string() })) })
const variables = z.object({ variables: z.array(z.object({ name: z.string(), value: z.string() })) })
const workflow = z.object({ can_approve_pull_request_reviews: z.boolean() })

const read = async ({ api, target }: Site, route: string, more: Record<string, unknown> = {}): Promise<unknown> =>
  (await api.read(`GET ${REPO}${route}`, { owner: target.owner, repo: target.name, ...more })).data

/** Null where this token may not look. */
const orHidden = async <T>(reading: Promise<T>): Promise<T | null> => {
  try {
    return await reading
  } catch (error) {
    if (error instanceof GitHubError && (error.status === 403 || error.status === 404)) return null
    throw error
  }
}

/** The default branch, and what the token's account may do. An installation hears "no" to all of it, whatever it was granted. */
export const repositoryNow = async (site: Site): Promise<{ branch: string; access: string }> => {
  const { default_branch: branch, permissions } = repository.parse(await read(site, ''))
  return { branch, access: permissions?.admin ? 'admin' : permissions?.push ? 'write' : 'read' }
}

export const labelNames = async (site: Site): Promise<string[]> => {
  const names: string[] = []
  for (let page = 1; ; page++) {
    const part = labels.parse(await read(site, '/labels', { per_page: 100, page }))
    names.push(...part.map(({ name }) => name))
    if (part.length < 100) return names
  }
}

export const secretNames = (site: Site): Promise<string[] | null> =>
  orHidden(
    read(site, '/actions/secrets', { per_page: 100 }).then(answer => secrets.parse(answer).secrets.map(({ name }) => name)),
  )

export const variablesOf = (site: Site): Promise<Record<string, string> | null> =>
  orHidden(
    read(site, '/actions/variables', { per_page: 30 }).then(answer =>
      Object.fromEntries(variables.parse(answer).variables.map(({ name, value }) => [name, value])),
    ),
  )

export const actionsMayApprove = (site: Site): Promise<boolean | null> =>
  orHidden(read(site, '/actions/permissions/workflow').then(answer => workflow.parse(answer).can_approve_pull_request_reviews))
