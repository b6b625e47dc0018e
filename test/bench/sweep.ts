import type { SweptPulls } from '../../src/comments/sweep.ts'
import { startGitHub } from '../../src/simulator/github.ts'
import { sweepOnce, sweepWorld } from '../sweep/sweeping.ts'

const MIB = 1_048_576

type Swept = { swept: SweptPulls; ms: number; memoryMb: number }

/** What the process holds more at its largest, seen every few milliseconds; the embedded GitHub runs in it too, and holds its world before. */
const watched = async (pulls: number): Promise<Swept> => {
  const github = await startGitHub({ world: await sweepWorld({ count: pulls }) })
  const before = process.memoryUsage.rss()
  let most = before
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20)
  const begun = performance.now()
  try {
    const { swept } = await sweepOnce(github)
    const ms = performance.now() - begun
    if (swept.counts.seen !== pulls || swept.counts.dispatched !== 0) throw new Error(`No idle sweep: ${JSON.stringify(swept)}`)
    return { swept, ms, memoryMb: (most - before) / MIB }
  } finally {
    clearInterval(watch)
    await github.stop()
  }
}

/** Idle sweeps of repositories in which everything is reviewed: reads, time, and how it grows with the open pulls (1 = in a straight line). */
export const measure = async (): Promise<Record<string, number>> => {
  await watched(100)
  const hundred = await watched(100)
  const thousand = await watched(1_000)
  const most = await watched(5_000)
  return {
    sweep100Ms: hundred.ms,
    sweep1000Ms: thousand.ms,
    sweep5000Ms: most.ms,
    sweep1000Reads: thousand.swept.requests,
    sweep5000Reads: most.swept.requests,
    sweepMemoryMb: most.memoryMb,
    sweepGrowthRatio: most.ms / 5_000 / (thousand.ms / 1_000),
  }
}
