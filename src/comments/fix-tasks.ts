import type { FindingState, FixTask, FixTasksMarker } from '../markers/schema.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import { safeInline } from '../text/safe.ts'
import { cell, code, countText, type Place, runLink, shortSha, timeText } from './words.ts'

export type FixTasksInput = { marker: FixTasksMarker; snapshot: Snapshot; place: Place }

const WORDS: Record<FixTask['state'], string> = {
  open: 'to be mended',
  claimed: 'being mended',
  done: 'pushed; the next review says whether it is mended',
  failed: 'not mended yet',
  'given-up': 'given up: a person is needed',
  cancelled: 'overtaken by a newer head',
}

const SHOWN = 30

const headline = ({ tasks }: FixTasksMarker): string => {
  const has = (...states: FixTask['state'][]) => tasks.filter(task => states.includes(task.state)).length
  if (has('claimed') > 0) return `Mending ${countText(has('claimed'), 'finding')}.`
  if (has('open', 'failed') > 0) return `${countText(has('open', 'failed'), 'finding')} to be mended.`
  return has('given-up') > 0 ? 'Some findings could not be mended: a person is needed.' : 'Nothing is being mended now.'
}

const findingOf = (snapshot: Snapshot, task: FixTask): FindingState | undefined =>
  snapshot.verdicts.find(verdict => verdict.id === task.verdict)?.marker?.findings.find(finding => finding.id === task.finding)

const row = (snapshot: Snapshot, task: FixTask): string => {
  const finding = findingOf(snapshot, task)
  const where = finding?.path == null ? '' : code(finding.line === null ? finding.path : `${finding.path}:${finding.line}`)
  const why = task.why === undefined ? '' : `: ${safeInline(task.why)}`
  const cells = [
    code(task.finding),
    finding?.severity ?? '',
    safeInline(finding?.title ?? ''),
    where,
    `${WORDS[task.state]}${why}`,
    String(task.attempts),
  ]
  return `| ${cells.map(cell).join(' | ')} |`
}

const pushLine = ({ pushes }: FixTasksMarker): string[] => {
  const last = pushes.findLast(push => !push.pending)
  return last === undefined
    ? []
    : ['', `Last pushed: ${shortSha(last.commit)} on ${code(shortSha(last.parent))}, ${timeText(last.at)}.`]
}

/** What is mended by an agent, and what came of it: one comment, edited in place, so it sends no mail. */
export const fixTasksBody = ({ marker, snapshot, place }: FixTasksInput): string =>
  [
    `**Fixes: ${headline(marker)}**`,
    ...pushLine(marker),
    '',
    '| id | severity | finding | where | state | attempts |',
    '|---|---|---|---|---|---|',
    ...marker.tasks
      .slice(-SHOWN)
      .toReversed()
      .map(task => row(snapshot, task)),
    '',
    ['An AI agent mends these; each push is reviewed again.', runLink(place)].filter(part => part !== '').join(' · '),
  ].join('\n')
