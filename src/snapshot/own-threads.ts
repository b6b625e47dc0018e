import { readMarker } from '../markers/read.ts'
import type { Authored, Facts, ThreadFact } from './facts.ts'
import { markerContextOf } from './readings.ts'
import type { OwnThread, RebuildSettings } from './snapshot.ts'
import { isOwn } from './verdicts.ts'

const findingOf = (first: Authored, facts: Facts, settings: RebuildSettings): string | null => {
  if (!isOwn(first, facts)) return null
  const reading = readMarker(first, markerContextOf(facts, settings))
  return reading.kind === 'ours' && !reading.edited && reading.marker.kind === 'finding' ? reading.marker.id : null
}

const threadOf = (thread: ThreadFact, facts: Facts, settings: RebuildSettings): OwnThread[] => {
  const [first, ...replies] = thread.comments
  const finding = first === undefined ? null : findingOf(first, facts, settings)
  if (finding === null) return []
  const { nodeId, isResolved, resolvedBy, viewerCanResolve, path, line } = thread
  const headline = first?.body.split('\n', 1)[0] ?? ''
  return [{ nodeId, finding, headline, isResolved, resolvedBy, viewerCanResolve, path, line, replies }]
}

/** The threads that a finding of ours opened; one whose first comment another edited is not ours any more. */
export const ownThreads = (facts: Facts, settings: RebuildSettings): OwnThread[] =>
  facts.threads.flatMap(thread => threadOf(thread, facts, settings))
