import { demand, needs } from '../access.ts'
import { actOf, counted, get, ok, type Route } from './route.ts'

const actions = '/repos/{owner}/{repo}/actions'
const times = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' }

/** How Actions is set up: what a person with write access sees, and the workflow's own token does not. */
export const settingRoutes: Route[] = [
  get(`${actions}/secrets`, 'actions/list-repo-secrets', call => {
    const act = actOf(call)
    demand(act, needs.readSecrets)
    return counted(call, { name: 'secrets', items: act.repository.secrets }, name => ({ name, ...times }))
  }),
  get(`${actions}/variables`, 'actions/list-repo-variables', call => {
    const act = actOf(call)
    demand(act, needs.readSecrets)
    const items = Object.entries(act.repository.variables)
    return counted(call, { name: 'variables', items }, ([name, value]) => ({ name, value, ...times }))
  }),
  get(`${actions}/permissions/workflow`, 'actions/get-github-actions-default-workflow-permissions-repository', call => {
    const act = actOf(call)
    demand(act, needs.administer)
    return ok({
      default_workflow_permissions: 'read',
      can_approve_pull_request_reviews: act.repository.actionsMayApprove,
    })
  }),
]
