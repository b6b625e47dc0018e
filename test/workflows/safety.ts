import { isMap, isPair, isScalar, LineCounter, type Node, type Pair, parseDocument, visit } from 'yaml'
import { self, type YamlFile } from './files.ts'

type Finding = string

// Written by GitHub itself, never by a person.
const ownWords =
  /^\s*(github\.(action_path|workspace|run_id|run_attempt|repository|api_url|server_url)|runner\.\w+|job\.status)\s*$/

const keyOf = (pair: Pair): string => (isScalar(pair.key) ? String(pair.key.value) : '')

type Place = { file: YamlFile; lines: LineCounter }
const at = ({ file, lines }: Place, node: unknown): string => {
  const offset = isScalar(node) || isMap(node) ? (node.range?.[0] ?? 0) : 0
  return `${file.name}:${lines.linePos(offset).line}`
}

/** Expressions that would become part of a program text: whoever writes the value writes the program. */
const injected = (pair: Pair, place: Place): Finding[] => {
  if (!['run', 'script'].includes(keyOf(pair)) || !isScalar(pair.value)) return []
  return [...String(pair.value.value).matchAll(/\$\{\{([\s\S]*?)\}\}/g)]
    .filter(([, expression = '']) => !ownWords.test(expression))
    .map(([whole]) => `${at(place, pair.value)} "${whole}" in "${keyOf(pair)}:". Pass it by "env:" and read the variable.`)
}

const unpinned = (pair: Pair, place: Place): Finding[] => {
  if (keyOf(pair) !== 'uses' || !isScalar(pair.value)) return []
  const used = String(pair.value.value)
  if (used.startsWith('./') || used === '.' || used.startsWith(`${self}@`) || used.startsWith(`${self}/`)) return []
  const pinned = /@[0-9a-f]{40}$/.test(used) && /^ ?v\d/.test(pair.value.comment ?? '')
  return pinned
    ? []
    : [`${at(place, pair.value)} "${used}" is not pinned. Expected a full commit SHA and its version in a comment.`]
}

const unreasoned = (permissions: unknown, place: Place): Finding[] => {
  if (!isMap(permissions)) return [`${at(place, permissions)} permissions are a word. Expected each right by its name.`]
  return permissions.items.flatMap(pair => {
    const reason = isScalar(pair.value) ? pair.value.comment?.trim() : ''
    return reason ? [] : [`${at(place, pair.key)} "${keyOf(pair)}" is granted without a reason beside it.`]
  })
}

const each = (file: YamlFile, look: (pair: Pair, place: Place) => Finding[]): Finding[] => {
  const lines = new LineCounter()
  const found: Finding[] = []
  visit(parseDocument(file.text, { lineCounter: lines }), {
    Pair: (_, pair) => {
      found.push(...look(pair, { file, lines }))
    },
  })
  return found
}

/** Case 185: no text of an event, an input or a step's output stands in a script. */
export const injectionsIn = (file: YamlFile): Finding[] => each(file, injected)

export const unpinnedIn = (file: YamlFile): Finding[] => each(file, unpinned)

type Jobs = { name: string; job: Node }[]
const mapsOf = (file: YamlFile): { top: unknown; jobs: Jobs; lines: LineCounter } => {
  const lines = new LineCounter()
  const document = parseDocument(file.text, { lineCounter: lines })
  const jobs = document.get('jobs')
  const items = isMap(jobs) ? jobs.items.filter(isPair) : []
  return {
    top: document.get('permissions', true),
    jobs: items.flatMap(pair => (isMap(pair.value) ? [{ name: keyOf(pair), job: pair.value }] : [])),
    lines,
  }
}

/** Rights are named job by job, each with its reason; what a workflow grants to all its jobs counts for each. */
export const permissionsIn = (file: YamlFile): Finding[] => {
  const { top, jobs, lines } = mapsOf(file)
  const place = { file, lines }
  const own = jobs.flatMap(({ name, job }) => {
    const granted = isMap(job) ? job.get('permissions', true) : undefined
    return granted === undefined ? [`${file.name} job "${name}" does not say which rights it needs.`] : unreasoned(granted, place)
  })
  return [
    ...(top === undefined
      ? [`${file.name} does not take the default rights away. Expected "permissions: {}".`]
      : unreasoned(top, place)),
    ...own,
  ]
}

/** Every job can be stopped by one repository variable. */
export const withoutKillSwitch = (file: YamlFile): Finding[] =>
  mapsOf(file).jobs.flatMap(({ name, job }) => {
    const condition = isMap(job) ? String(job.get('if') ?? '') : ''
    return condition.startsWith("vars.COUNTERSIGN != 'off'") ? [] : [`${file.name} job "${name}" has no kill switch.`]
  })
