import * as z from 'zod'
import type { ChangedFile, Late } from '../decide/late.ts'
import type { Api } from '../github/api.ts'
import { GitHubError } from '../github/errors.ts'
import { dataOf, parsed } from '../github/observe.ts'
import type { Policy } from '../policy/schema.ts'
import type { DayUse } from '../snapshot/snapshot.ts'
import { type Asker, CHECKS, checksIn, checksSchema, issuesSchema, linkedIn } from './late.ts'

const files = z.object({
  totalCount: z.number().int(),
  nodes: z.array(z.object({ path: z.string(), changeType: z.string() }).nullable()).nullable(),
})

const answer = z.object({
  state: z.string(),
  files: files.nullable(),
  closingIssuesReferences: issuesSchema,
  statusCheckRollup: checksSchema,
})

const textOf = (numbers: number[]): string => {
  const pulls = numbers.map(
    number => `    p${number}: pullRequest(number: ${number}) {
      state
      files(first: 100) { totalCount nodes { path changeType } }
      closingIssuesReferences(first: 50) @include(if: $issues) { nodes { state } }
      statusCheckRollup @include(if: $checks) { contexts(first: 100) { ${CHECKS(String(number))} } }
    }`,
  )
  return `query LateMany($owner: String!, $name: String!, $checks: Boolean!, $issues: Boolean!) {
  repository(owner: $owner, name: $name) {
${pulls.join('\n')}
  }
}`
}

/** GitHub's list tells no modes and no old names: what may hide one of them is no document here, and is left to the run. */
const TOLD = ['ADDED', 'MODIFIED', 'DELETED']

const changedOf = (list: z.infer<typeof files> | null): ChangedFile[] | null => {
  const nodes = (list?.nodes ?? []).filter(node => node !== null)
  if (list === null || nodes.length < list.totalCount) return null
  return nodes.map(({ path, changeType }) => ({ names: [path], isPlain: TOLD.includes(changeType) }))
}

export type LateMany = { owner: string; name: string; policy: Policy; asker: Asker; day: DayUse | null }

/**
 * What the rules that are read last need, of many pulls in one request; checks that are longer than it shows are not judged.
 * `gone` = the pull is not open any more, or not there.
 */
export const readLateMany = async (api: Api, numbers: number[], of: LateMany): Promise<Map<number, Late | 'gone'>> => {
  const { owner, name, policy, asker, day } = of
  const wants = { checks: policy['wait-for-checks'] !== 'off', issues: policy['linked-issue'] === 'require-open' }
  const unread = (why: string): Late => ({
    patch: null,
    files: null,
    checks: wants.checks ? { kind: 'unreadable', why } : null,
    linked: null,
    day,
  })
  try {
    const read = await api.graphql('LateMany', { text: textOf(numbers), variables: { owner, name, ...wants }, kind: 'read' })
    const pulls = parsed(z.record(z.string(), answer.nullable()), dataOf('LateMany', read).repository, 'changed files')
    return new Map<number, Late | 'gone'>(
      numbers.map(number => {
        const pull = pulls[`p${number}`] ?? null
        if (pull?.state !== 'OPEN') return [number, 'gone']
        const checks = wants.checks ? checksIn(pull.statusCheckRollup, asker) : null
        return [
          number,
          {
            patch: null,
            files: changedOf(pull.files),
            checks,
            linked: wants.issues ? linkedIn(pull.closingIssuesReferences) : null,
            day,
          },
        ]
      }),
    )
  } catch (error) {
    if (!(error instanceof GitHubError) || error.isLimited) throw error
    return new Map(numbers.map(number => [number, unread(error.detail)]))
  }
}
