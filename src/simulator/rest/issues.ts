import * as z from 'zod'
import { setLabels } from '../acts/labels.ts'
import { openIssue, updateIssue } from '../acts/pulls.ts'
import { actOf, bodyOf, created, get, issueAt, listed, ok, patch, post, type Route } from './route.ts'
import { issueShape, labelsOf } from './shapes/issues.ts'
import { timelineShapes } from './shapes/timeline.ts'

const list = '/repos/{owner}/{repo}/issues'
const single = `${list}/{issue_number}`
const names = z.array(z.union([z.string(), z.object({ name: z.string() }).transform(label => label.name)])).optional()
const newIssue = z.object({
  title: z.union([z.string(), z.number().transform(String)]),
  body: z.string().optional(),
  labels: names,
})
const changes = z.object({
  title: z.string().optional(),
  body: z.string().nullish(),
  state: z.enum(['open', 'closed']).optional(),
  labels: names,
})

export const issueRoutes: Route[] = [
  get(list, 'issues/list-for-repo', call => {
    const act = actOf(call)
    const state = call.query.get('state') ?? 'open'
    const wanted = (call.query.get('labels') ?? '').toLowerCase().split(',').filter(Boolean)
    const issues = act.repository.issues
      .filter(issue => state === 'all' || issue.state === state)
      .filter(issue => wanted.every(name => labelsOf(act.repository, issue).some(label => label.name.toLowerCase() === name)))
      .sort((a, b) => b.createdAt - a.createdAt || b.number - a.number)
    return listed(call, issues, issue => issueShape(call.world, act.repository, issue))
  }),
  post(list, 'issues/create', call => {
    const act = actOf(call)
    const wanted = bodyOf(call, newIssue)
    const issue = openIssue(act, { title: wanted.title, body: wanted.body ?? '' })
    if (wanted.labels) setLabels(act, issue, wanted.labels)
    return created(issueShape(call.world, act.repository, issue))
  }),
  get(single, 'issues/get', call => {
    const act = actOf(call)
    return ok(issueShape(call.world, act.repository, issueAt(call, act)))
  }),
  patch(single, 'issues/update', call => {
    const act = actOf(call)
    const issue = issueAt(call, act)
    const wanted = bodyOf(call, changes)
    updateIssue(act, issue, wanted)
    if (wanted.labels) setLabels(act, issue, wanted.labels)
    return ok(issueShape(call.world, act.repository, issue))
  }),
  get(`${single}/timeline`, 'issues/list-events-for-timeline', call => {
    const act = actOf(call)
    return listed(call, timelineShapes(call.world, act.repository, issueAt(call, act)), shape => shape)
  }),
]
