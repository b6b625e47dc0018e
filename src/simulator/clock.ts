/** The simulated server's clock: whole seconds, so that several writes share one (fact 21). */
export type Clock = {
  /** Seconds since the epoch. */
  now(): number
  /** Moves the clock forward; never back. */
  tick(seconds: number): void
}

export const realClock = (): Clock => {
  let offset = 0
  return {
    now: () => Math.floor(Date.now() / 1000) + offset,
    tick: seconds => {
      offset += Math.max(0, Math.floor(seconds))
    },
  }
}

/** Stands still until it is ticked. */
export const fixedClock = (start: string): Clock => {
  let now = Math.floor(Date.parse(start) / 1000)
  return {
    now: () => now,
    tick: seconds => {
      now += Math.max(0, Math.floor(seconds))
    },
  }
}

export const iso = (at: number): string => new Date(at * 1000).toISOString().replace('.000Z', 'Z')
export const isoOrNull = (at: number | null): string | null => (at === null ? null : iso(at))
