/** Which items of its lists a read shows: a replica that lags hides the newest (fact 21). */
export type View = {
  shown<T extends Listed>(items: T[]): T[]
  /** What `totalCount` says beside a list that is too short. */
  total<T extends Listed>(items: T[]): number
}

type Listed = { id: number; createdAt: number }

export const freshView: View = { shown: items => items, total: items => items.length }

/** `newest`: so many of each list are hidden; `seconds`: what is younger is hidden. */
export type Lag = { newest?: number; seconds?: number; total?: 'right' | 'short' }

export function laggingView(lag: Lag, now: number): View {
  const shown: View['shown'] = items => {
    const kept = lag.newest === undefined ? items : items.slice(0, Math.max(0, items.length - lag.newest))
    const { seconds } = lag
    return seconds === undefined ? kept : kept.filter(item => item.createdAt < now - seconds)
  }
  return { shown, total: items => (lag.total === 'short' ? shown(items).length : items.length) }
}
