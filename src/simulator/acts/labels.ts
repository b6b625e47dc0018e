import { type Act, demand, needs } from '../access.ts'
import { found, invalid, Refusal } from '../refusal.ts'
import { send } from '../webhooks.ts'
import type { Issue, Label, Pull, Repository } from '../world/types.ts'
import { record } from './timeline.ts'

/** Labels compare without case (fact 24). */
export const labelNamed = (repository: Repository, name: string): Label | undefined =>
  repository.labels.find(label => label.name.toLowerCase() === name.toLowerCase())

export type LabelFields = { name?: string | undefined; color?: string | undefined; description?: string | null | undefined }

/** Colours without `#`, names ≤ 50, descriptions ≤ 100, no four-byte characters in them (cases 128, 129). */
function checkLabel(fields: LabelFields): void {
  const { name, color, description } = fields
  const refuse = (field: string, message: string) => invalid({ resource: 'Label', field, code: 'invalid', message })
  if (name !== undefined && (name.trim() === '' || [...name].length > 50))
    throw refuse('name', 'name is too long (maximum is 50 characters)')
  if (color !== undefined && !/^[0-9a-f]{6}$/i.test(color)) throw refuse('color', 'color is invalid')
  if (description && [...description].length > 100)
    throw refuse('description', 'description is too long (maximum is 100 characters)')
  if (description && /[\u{10000}-\u{10ffff}]/u.test(description))
    throw refuse('description', 'description contains unicode characters above 0xffff')
}

function makeLabel(act: Act, fields: LabelFields & { name: string }): Label {
  checkLabel(fields)
  const { name, color = 'ededed', description = null } = fields
  const label: Label = { ...act.world.identity('LA'), name, color: color.toLowerCase(), description, createdAt: act.world.now }
  act.repository.labels.push(label)
  return label
}

export function createLabel(act: Act, fields: LabelFields & { name: string }): Label {
  demand(act, needs.label)
  if (labelNamed(act.repository, fields.name)) throw invalid({ resource: 'Label', field: 'name', code: 'already_exists' })
  const label = makeLabel(act, fields)
  send(act, 'label.created', { label })
  return label
}

export function updateLabel(act: Act, label: Label, fields: LabelFields): Label {
  demand(act, needs.label)
  checkLabel(fields)
  const other = fields.name === undefined ? undefined : labelNamed(act.repository, fields.name)
  if (other && other !== label) throw invalid({ resource: 'Label', field: 'name', code: 'already_exists' })
  if (fields.name !== undefined) label.name = fields.name
  if (fields.color !== undefined) label.color = fields.color.toLowerCase()
  if (fields.description !== undefined) label.description = fields.description
  return label
}

const subjectOf = (issue: Issue | Pull, label: Label) => (issue.kind === 'pull' ? { pull: issue, label } : { issue, label })
const eventOf = (issue: Issue | Pull) => (issue.kind === 'pull' ? 'pull_request' : 'issues')
const snapshotOf = (label: Label) => ({ id: label.id, name: label.name, color: label.color })

/** Adds labels, making unknown ones in the repository; a label that is there already leaves no event. */
export function addLabels(act: Act, issue: Issue | Pull, names: string[]): void {
  demand(act, needs.label)
  for (const name of names) {
    const label = labelNamed(act.repository, name) ?? makeLabel(act, { name })
    if (issue.labels.includes(label.id)) continue
    issue.labels.push(label.id)
    record(act, issue, { event: 'labeled', label: snapshotOf(label) })
    send(act, `${eventOf(issue)}.labeled`, subjectOf(issue, label))
  }
}

function takeOff(act: Act, issue: Issue | Pull, label: Label): void {
  issue.labels = issue.labels.filter(id => id !== label.id)
  record(act, issue, { event: 'unlabeled', label: snapshotOf(label) })
  send(act, `${eventOf(issue)}.unlabeled`, subjectOf(issue, label))
}

/** 404 `Label does not exist` when it is not on the issue (case 37). */
export function removeLabel(act: Act, issue: Issue | Pull, name: string): void {
  demand(act, needs.label)
  const label = labelNamed(act.repository, name)
  if (!label || !issue.labels.includes(label.id)) throw new Refusal(404, 'Label does not exist')
  takeOff(act, issue, label)
}

export function setLabels(act: Act, issue: Issue | Pull, names: string[]): void {
  demand(act, needs.label)
  const wanted = new Set(names.map(name => name.toLowerCase()))
  for (const id of issue.labels) {
    const label = found(act.repository.labels.find(known => known.id === id))
    if (!wanted.has(label.name.toLowerCase())) takeOff(act, issue, label)
  }
  addLabels(act, issue, names)
}

/** Deleting a label from the repository takes it off everywhere, in the name of who deletes it (fact 15). */
export function deleteLabel(act: Act, label: Label): void {
  demand(act, needs.label)
  for (const issue of act.repository.issues) if (issue.labels.includes(label.id)) takeOff(act, issue, label)
  act.repository.labels = act.repository.labels.filter(known => known !== label)
  send(act, 'label.deleted', { label })
}
