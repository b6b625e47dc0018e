import type { FindingToMend } from '../brief/fix-brief.ts'
import { readMarker } from '../markers/read.ts'
import type { FindingState, FixTask } from '../markers/schema.ts'
import { withoutMarkers } from '../markers/text.ts'
import { type PullRun, settingsOf } from '../observe/context.ts'
import type { View } from '../observe/look.ts'
import { markerContextOf } from '../snapshot/readings.ts'
import type { Verdict } from '../snapshot/snapshot.ts'

/** What our inline comments say of each finding, by its id. */
const inlineTexts = (pullRun: PullRun, { snapshot, policy }: View): Map<string, string> => {
  const context = markerContextOf(snapshot.facts, settingsOf(pullRun, policy))
  const texts = new Map<string, string>()
  for (const comment of snapshot.facts.threads.flatMap(thread => thread.comments)) {
    const reading = readMarker(comment, context)
    if (reading.kind === 'ours' && !reading.edited && reading.marker.kind === 'finding')
      texts.set(reading.marker.id, withoutMarkers(comment.body).trim())
  }
  return texts
}

const placeOfFinding = ({ path, line }: FindingState): string => (path === null ? '' : line === null ? path : `${path}:${line}`)

/** The findings of the tasks as the agent is told them; what another edited is not passed on. */
export const findingsOfTasks = (pullRun: PullRun, view: View, { verdict, tasks }: { verdict: Verdict; tasks: FixTask[] }) => {
  const texts = inlineTexts(pullRun, view)
  const wanted = new Set(tasks.map(task => task.finding))
  const findings = (verdict.marker?.findings ?? []).filter(finding => wanted.has(finding.id))
  return findings.map(
    (finding): FindingToMend => ({
      id: finding.id,
      severity: finding.severity,
      place: placeOfFinding(finding),
      title: finding.title ?? '',
      text: texts.get(finding.id) ?? '(its text stands in the review below)',
    }),
  )
}

/** The review that reported them, without its marker. */
export const reviewText = ({ snapshot }: View, verdict: Verdict): string =>
  withoutMarkers(snapshot.facts.reviews.find(review => review.id === verdict.id)?.body ?? '').trim()
