import type { Instant } from './ids.ts'

/** The server's order: time, then id. */
export const byTime = (a: { at: Instant; id: number }, b: { at: Instant; id: number }): number => a.at - b.at || a.id - b.id

export const newest = (times: Instant[]): Instant => times.reduce((most, at) => Math.max(most, at), 0)
