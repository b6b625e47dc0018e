import { statusesOf } from '../../acts/checks.ts'
import { iso, isoOrNull } from '../../clock.ts'
import { appOf, suiteOf } from '../../rest/shapes/checks.ts'
import type { CheckRun } from '../../world/types.ts'
import { connection } from '../connection.ts'
import type { Table } from '../resolver.ts'
import type { CheckSource, RollupSource, StatusSource, TeamSource } from '../sources.ts'

type Entry = { id: number; source: CheckSource | StatusSource; state: 'ERROR' | 'FAILURE' | 'PENDING' | 'SUCCESS' }

function stateOf(check: CheckRun): Entry['state'] {
  if (check.status !== 'completed') return 'PENDING'
  return ['success', 'neutral', 'skipped'].includes(check.conclusion ?? '') ? 'SUCCESS' : 'FAILURE'
}

const upper = { error: 'ERROR', failure: 'FAILURE', pending: 'PENDING', success: 'SUCCESS' } as const

/** Both forms that a check may have (case 124): check runs and commit statuses. */
function entriesOf({ repository, oid }: RollupSource): Entry[] {
  const checks = repository.checkRuns.filter(check => check.headSha === oid)
  return [
    ...checks.map(
      (check): Entry => ({ id: check.id, source: { __typename: 'CheckRun', repository, check }, state: stateOf(check) }),
    ),
    ...statusesOf(repository.statuses, oid).map(
      (status): Entry => ({
        id: status.id,
        source: { __typename: 'StatusContext', repository, status },
        state: upper[status.state],
      }),
    ),
  ]
}

export const rollupTable: Table<RollupSource> = {
  id: source => `SCR_${source.repository.id}_${source.oid}`,
  state: source => {
    const states = entriesOf(source).map(entry => entry.state)
    return (['FAILURE', 'ERROR', 'PENDING'] as const).find(state => states.includes(state)) ?? 'SUCCESS'
  },
  contexts: (source, args) => {
    const items = entriesOf(source)
    return connection(args, { items, total: items.length, show: entry => entry.source })
  },
}

export const checkTable: Table<CheckSource> = {
  id: source => source.check.nodeId,
  databaseId: source => source.check.id,
  name: source => source.check.name,
  status: source => source.check.status.toUpperCase(),
  conclusion: source => source.check.conclusion?.toUpperCase() ?? null,
  startedAt: source => isoOrNull(source.check.startedAt),
  completedAt: source => isoOrNull(source.check.completedAt),
  isRequired: source => source.repository.requiredChecks.includes(source.check.name),
  checkSuite: (source, _, context) => {
    const { check, repository } = source
    const app = appOf(context.world, check.app)
    // A check of Actions is a job: its suite belongs to the run.
    const run = repository.runs.find(known => known.attempts.some(attempt => attempt.jobs.some(job => job.id === check.id)))
    const workflow = run && repository.workflows.find(known => known.id === run.workflow)
    return {
      id: `CS_${suiteOf(context.world, check)}`,
      databaseId: suiteOf(context.world, check),
      app: { id: app.node_id, databaseId: app.id, slug: app.slug, name: app.name },
      workflowRun:
        run && workflow
          ? {
              id: `WFR_${run.id}`,
              databaseId: run.id,
              workflow: { id: workflow.nodeId, databaseId: workflow.id, name: workflow.name },
            }
          : null,
    }
  },
}

export const statusTable: Table<StatusSource> = {
  id: source => source.status.nodeId,
  context: source => source.status.context,
  state: source => upper[source.status.state],
  createdAt: source => iso(source.status.createdAt),
  description: source => source.status.description,
  targetUrl: source => source.status.targetUrl,
  isRequired: source => source.repository.requiredChecks.includes(source.status.context),
}

export const teamTable: Table<TeamSource> = {
  id: source => source.team.nodeId,
  databaseId: source => source.team.id,
  name: source => source.team.name,
  slug: source => source.team.slug,
}
