import { type MarkerContext, type MarkerReading, readMarker } from '../markers/read.ts'
import type { Authored, Facts } from './facts.ts'
import { isOwnSelfReview } from './self-review.ts'
import type { Ignored, RebuildSettings, Snapshot } from './snapshot.ts'

export type Read<T extends Authored> = { fact: T; reading: MarkerReading }

/** The comments and reviews of ours, and those that look like it, with what their last line turned out to be. */
export type Readings = {
  comments: Read<Facts['comments'][number]>[]
  reviews: Read<Facts['reviews'][number]>[]
  unreadable: Snapshot['unreadable']
  ignored: Ignored
}

export const markerContextOf = (facts: Facts, settings: RebuildSettings): MarkerContext => ({
  viewer: facts.viewer,
  repo: facts.repository.id,
  pull: facts.pull.number,
  ...settings.marker,
})

const unreadableOf = (readings: MarkerReading[]): Snapshot['unreadable'] => {
  for (const reading of readings) {
    if (reading.kind === 'needs-key')
      return { why: 'needs-key', detail: 'a signed marker was met, and no marker-key is set to check it with' }
    if (reading.kind === 'newer')
      return { why: 'newer-version', detail: `a marker of version "${reading.version}" was met; this release reads version 1` }
  }
  return null
}

const ignoredOf = (readings: MarkerReading[]): Ignored => {
  const counted = { foreign: 0, unsigned: 0, malformed: 0 }
  for (const reading of readings) {
    if (reading.kind === 'malformed') counted.malformed++
    if (reading.kind === 'foreign')
      counted[reading.why === 'unsigned' || reading.why === 'bad-signature' ? 'unsigned' : 'foreign']++
  }
  return counted
}

const isWorthKeeping = ({ reading }: Read<Authored>): boolean => reading.kind !== 'none' || reading.ours

/** Reads the marker of every comment and review once, and keeps what is ours or looks like a marker. */
export const readAll = (facts: Facts, settings: RebuildSettings): Readings => {
  const context = markerContextOf(facts, settings)
  const read = <T extends Authored>(list: T[]): Read<T>[] =>
    list
      .filter(fact => !isOwnSelfReview(fact, facts))
      .map(fact => ({ fact, reading: readMarker(fact, context) }))
      .filter(isWorthKeeping)
  const comments = read(facts.comments)
  const reviews = read(facts.reviews.filter(review => review.submittedAt !== null))
  const readings = [...comments, ...reviews].map(one => one.reading)
  return { comments, reviews, unreadable: unreadableOf(readings), ignored: ignoredOf(readings) }
}
