/** What the runner does to a step whose job is cancelled: one process, never its group; times from the cancellation. */
export const cancellation: readonly { signal: NodeJS.Signals; afterMs: number }[] = [
  { signal: 'SIGINT', afterMs: 0 },
  { signal: 'SIGTERM', afterMs: 7_500 },
  { signal: 'SIGKILL', afterMs: 10_000 },
]

/** Sends the runner's signals in their order until `stop` is called (the process has ended). */
export const cancelAsRunner = (send: (signal: NodeJS.Signals) => void): { stop: () => void } => {
  const timers = cancellation.map(({ signal, afterMs }) => setTimeout(() => send(signal), afterMs))
  return { stop: () => timers.forEach(clearTimeout) }
}
