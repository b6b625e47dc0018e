import * as z from 'zod'
import { CHECK_NAME } from '../decide/check.ts'
import type { Late } from '../decide/late.ts'
import type { Api } from '../github/api.ts'
import { GitHubError } from '../github/errors.ts'
import { dataOf } from '../github/observe.ts'
import type { Target } from '../github/observe-query.ts'
import type { Policy } from '../policy/schema.ts'
import type { CheckFact } from '../snapshot/facts.ts'

/** The checks of a head; `number` is that of its pull, a variable or as it is. */
export const CHECKS = (number: string): string => `
          pageInfo { hasNextPage endCursor }
          nodes {
            __typename
            ... on CheckRun {
              name status conclusion
              isRequired(pullRequestNumber: ${number})
              checkSuite { app { slug } workflowRun { databaseId workflow { name } } }
            }
            ... on StatusContext { context state isRequired(pullRequestNumber: ${number}) }
          }`

const QUERY = `query Late($owner: String!, $name: String!, $number: Int!, $checks: Boolean!, $issues: Boolean!, $after: String) {
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      closingIssuesReferences(first: 50) @include(if: $issues) { nodes { state } }
      statusCheckRollup @include(if: $checks) { contexts(first: 100, after: $after) { ${CHECKS('$number')} } }
    }
  }
}`

const context = z.object({
  __typename: z.string(),
  name: z.string().optional(),
  context: z.string().optional(),
  status: z.string().optional(),
  conclusion: z.string().nullish(),
  state: z.string().optional(),
  isRequired: z.boolean().nullish(),
  checkSuite: z
    .object({
      app: z.object({ slug: z.string() }).nullable(),
      workflowRun: z.object({ databaseId: z.number().int().nullable(), workflow: z.object({ name: z.string() }) }).nullable(),
    })
    .nullish(),
})

export const issuesSchema = z.object({ nodes: z.array(z.object({ state: z.string() }).nullable()).nullable() }).nullish()

export const checksSchema = z
  .object({
    contexts: z.object({
      pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
      nodes: z.array(context.nullable()).nullable(),
    }),
  })
  .nullish()

const answer = z.object({
  pullRequest: z.object({ closingIssuesReferences: issuesSchema, statusCheckRollup: checksSchema }),
})

type Context = z.infer<typeof context>

/** The run and workflow that ask: their own checks are no reason to wait. */
export type Asker = { runId: string; workflow: string | null }

/** `known` = what the fetched diff and other reads have told already. */
export type LateInput = { api: Api; target: Target; policy: Policy; asker: Asker; known: Pick<Late, 'patch' | 'files' | 'day'> }

const PASSED = ['SUCCESS', 'NEUTRAL', 'SKIPPED']

const stateOf = ({ __typename, status, conclusion, state }: Context): CheckFact['state'] => {
  if (__typename === 'StatusContext')
    return state === 'SUCCESS' ? 'passed' : state === 'PENDING' || state === 'EXPECTED' ? 'pending' : 'failed'
  if (status !== 'COMPLETED') return 'pending'
  return PASSED.includes(conclusion ?? '') ? 'passed' : 'failed'
}

const checkOf = (one: Context): CheckFact => ({
  name: one.name ?? one.context ?? '',
  app: one.checkSuite?.app?.slug ?? null,
  workflowRun: one.checkSuite?.workflowRun?.databaseId ?? null,
  state: stateOf(one),
  required: one.isRequired ?? false,
})

const isOwn = (one: Context, { runId, workflow }: Asker): boolean => {
  if ((one.name ?? one.context) === CHECK_NAME) return true
  const run = one.checkSuite?.workflowRun
  return run !== null && run !== undefined && (String(run.databaseId) === runId || run.workflow.name === workflow)
}

export const linkedIn = (issues: z.infer<typeof issuesSchema>): Late['linked'] => {
  const states = (issues?.nodes ?? []).flatMap(node => (node === null ? [] : [node.state]))
  return { open: states.filter(state => state === 'OPEN').length, closed: states.filter(state => state !== 'OPEN').length }
}

const listIn = (rollup: z.infer<typeof checksSchema>, asker: Asker): CheckFact[] =>
  (rollup?.contexts.nodes ?? []).flatMap(node => (node === null || isOwn(node, asker) ? [] : [checkOf(node)]))

/** The checks of one page, where that is all of them. */
export const checksIn = (rollup: z.infer<typeof checksSchema>, asker: Asker): Late['checks'] =>
  rollup?.contexts.pageInfo.hasNextPage === true
    ? { kind: 'unreadable', why: 'there are more than 100; the run of this head reads them all' }
    : { kind: 'read', list: listIn(rollup, asker) }

const readAll = async ({ api, target, asker, policy }: LateInput): Promise<Pick<Late, 'checks' | 'linked'>> => {
  const wants = { checks: policy['wait-for-checks'] !== 'off', issues: policy['linked-issue'] === 'require-open' }
  const list: CheckFact[] = []
  let linked: Late['linked'] = null
  for (let after: string | null = null; ; ) {
    const read = await api.graphql('Late', { text: QUERY, variables: { ...target, ...wants, after }, kind: 'read' })
    const { pullRequest } = answer.parse(dataOf('Late', read).repository)
    if (wants.issues) linked = linkedIn(pullRequest.closingIssuesReferences)
    const contexts = pullRequest.statusCheckRollup?.contexts
    list.push(...listIn(pullRequest.statusCheckRollup, asker))
    if (!contexts?.pageInfo.hasNextPage) return { checks: wants.checks ? { kind: 'read', list } : null, linked }
    after = contexts.pageInfo.endCursor
  }
}

/** What the last rules need: asked only when the policy needs it, and no earlier rule objected. Checks that cannot be read are told, not guessed. */
export const readLate = async (input: LateInput): Promise<Late> => {
  const { policy, known } = input
  if (policy['wait-for-checks'] === 'off' && policy['linked-issue'] === 'ignore') return { ...known, checks: null, linked: null }
  try {
    return { ...known, ...(await readAll(input)) }
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error
    return {
      ...known,
      checks: policy['wait-for-checks'] === 'off' ? null : { kind: 'unreadable', why: error.detail },
      linked: null,
    }
  }
}
