import type { SweepCounts, SweptPulls } from '../comments/sweep.ts'
import type { PullRun } from '../observe/context.ts'
import { type Gathered, gather, type SweepInput } from '../sweep/gather.ts'
import { type HandedOut, handOut } from '../sweep/hand-out.ts'

const countsOf = (gathered: Gathered, out: HandedOut): SweepCounts => {
  const left = gathered.unreadable.length + gathered.beyond + out.deferred.length + out.refused.length
  return {
    seen: gathered.seen,
    dispatched: out.given.length,
    known: gathered.known + out.known,
    'docs-skipped': out.docsSkipped,
    skipped: gathered.skipped + out.skipped,
    deferred: left,
    fixes: out.given.reduce((sum, one) => sum + one.fixes, 0),
    merged: gathered.merged,
    recovered: out.given.filter(one => one.work === 'claim' && !one.isFlag).length,
    flagged: out.given.filter(one => one.isFlag).length,
  }
}

/** Observes all pulls, decides for each what it needs, and starts runs for what is due. On pulls it writes 👀 and answers to requests it gives up. */
export const sweep = async (sweepRun: PullRun, input: SweepInput): Promise<SweptPulls> => {
  const gathered = await gather(sweepRun, input)
  const out = await handOut(sweepRun, input, gathered)
  return {
    counts: countsOf(gathered, out),
    fanOut: input.fanOut,
    given: out.given.map(({ number, work, why }) => ({ number, work, why })),
    deferred: out.deferred.map(one => one.number),
    unreadable: gathered.unreadable,
    refused: out.refused,
    answered: out.answered,
    unlisted: out.unlisted,
    cut: gathered.cut ?? (gathered.isShort ? 'the list of open pull requests is shorter than GitHub says it is' : out.cut),
    requests: sweepRun.api.requests(),
  }
}

/** Later sweeps count a green one as one that has seen everything: red is every one that GitHub refused or lost a run, a pull or a part of the list. */
export const sweepOutcome = ({ refused, unreadable, unlisted, cut, given }: SweptPulls): 'failed' | 'waiting' | 'skipped' =>
  refused.length + unreadable.length + unlisted.length > 0 || cut !== null ? 'failed' : given.length > 0 ? 'waiting' : 'skipped'
