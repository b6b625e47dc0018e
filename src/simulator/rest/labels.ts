import * as z from 'zod'
import type { Act } from '../access.ts'
import { addLabels, createLabel, deleteLabel, labelNamed, removeLabel, setLabels, updateLabel } from '../acts/labels.ts'
import { found } from '../refusal.ts'
import type { Issue, Pull } from '../world/types.ts'
import {
  actOf,
  bodyOf,
  type Call,
  created,
  del,
  get,
  issueAt,
  listed,
  nothing,
  ok,
  param,
  patch,
  post,
  put,
  type Route,
} from './route.ts'
import { labelShape, labelsOf } from './shapes/issues.ts'

const name = z.union([z.string(), z.object({ name: z.string() }).transform(label => label.name)])
const names = z.union([
  z.object({ labels: z.array(name).default([]) }).transform(body => body.labels),
  z.array(name),
  z.string().transform(one => [one]),
])
const label = z.object({ name: z.string(), color: z.string().optional(), description: z.string().nullish() })
const change = z.object({ new_name: z.string().optional(), color: z.string().optional(), description: z.string().nullish() })

const all = (call: Call, act: Act, issue: Issue | Pull) =>
  labelsOf(act.repository, issue).map(known => labelShape(call.world, act.repository, known))
const named = (call: Call, act: Act) => found(labelNamed(act.repository, param(call, 'name')))
const onIssue = '/repos/{owner}/{repo}/issues/{issue_number}/labels'
const inRepository = '/repos/{owner}/{repo}/labels'

export const labelRoutes: Route[] = [
  get(onIssue, 'issues/list-labels-on-issue', call => {
    const act = actOf(call)
    return listed(call, labelsOf(act.repository, issueAt(call, act)), known => labelShape(call.world, act.repository, known))
  }),
  post(onIssue, 'issues/add-labels', call => {
    const act = actOf(call)
    const issue = issueAt(call, act)
    addLabels(act, issue, bodyOf(call, names))
    return ok(all(call, act, issue))
  }),
  put(onIssue, 'issues/set-labels', call => {
    const act = actOf(call)
    const issue = issueAt(call, act)
    setLabels(act, issue, bodyOf(call, names))
    return ok(all(call, act, issue))
  }),
  del(`${onIssue}/{name}`, 'issues/remove-label', call => {
    const act = actOf(call)
    const issue = issueAt(call, act)
    removeLabel(act, issue, param(call, 'name'))
    return ok(all(call, act, issue))
  }),
  get(inRepository, 'issues/list-labels-for-repo', call => {
    const act = actOf(call)
    return listed(call, act.repository.labels, known => labelShape(call.world, act.repository, known))
  }),
  post(inRepository, 'issues/create-label', call => {
    const act = actOf(call)
    return created(labelShape(call.world, act.repository, createLabel(act, bodyOf(call, label))))
  }),
  get(`${inRepository}/{name}`, 'issues/get-label', call => {
    const act = actOf(call)
    return ok(labelShape(call.world, act.repository, named(call, act)))
  }),
  patch(`${inRepository}/{name}`, 'issues/update-label', call => {
    const act = actOf(call)
    const { new_name, ...rest } = bodyOf(call, change)
    return ok(labelShape(call.world, act.repository, updateLabel(act, named(call, act), { name: new_name, ...rest })))
  }),
  del(`${inRepository}/{name}`, 'issues/delete-label', call => {
    const act = actOf(call)
    deleteLabel(act, named(call, act))
    return nothing
  }),
]
