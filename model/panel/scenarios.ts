import { type Budget, budget, type Limits, type Scenario } from './world.ts'

type Change = Partial<Limits> & { jobs?: number[] }
const limits: Limits = { maxCycles: 2, maxStarts: 9, quorum: 2, rounds: 2, says: ['A', 'F'] }
/** Two members with a run each, and both must answer, unless said otherwise. */
const scenario = (some: Partial<Budget>, { jobs = [1, 1], ...change }: Change = {}): Scenario => ({
  ...limits,
  ...change,
  jobs,
  left: budget(some),
})
const only = { says: ['F'] as Limits['says'] }
const one = { ...only, maxCycles: 1 }

/** Small worlds, each about one kind of trouble that several reviewers may have. */
export const scenarios: Record<string, Scenario> = {
  two: scenario({}, { says: ['A', 'F', 'X'] }),
  three: scenario({}, { ...only, jobs: [1, 1, 1], quorum: 3 }),
  quorum: scenario({}, { quorum: 1, says: ['A', 'X'] }),
  ties: scenario({ tie: 1 }, { says: ['F', 'X'] }),
  killed: scenario({ crash: 1 }, { says: ['F', 'X'] }),
  survivors: scenario({ crash: 2 }, { ...only, jobs: [1, 1, 1] }),
  recovered: scenario({ crash: 2 }, { ...only, jobs: [2, 1] }),
  stale: scenario({ halfHour: 1 }, only),
  late: scenario({ halfHour: 2 }, only),
  zombie: scenario({ zombie: 1 }, { ...only, jobs: [2, 1] }),
  capped: scenario({}, one),
  push: scenario({ push: 1 }, one),
  asks: scenario({ ask: 1 }, only),
  /** Whoever asks in the midst of a round begins another, which overtakes it. */
  midst: scenario({ ask: 1 }, { jobs: [2, 1], quorum: 1 }),
  overtaken: scenario({ ask: 1 }, { says: ['F', 'X'], jobs: [2, 2] }),
  overtaking: scenario({ ask: 2 }, { ...only, jobs: [2, 2] }),
  unlabel: scenario({ unlabel: 1 }, one),
  labels: scenario({ botUnlabels: 1, halfHour: 1 }, one),
  closed: scenario({ ask: 1, close: 1 }, only),
  lost: scenario({ lost: 1 }, only),
  lag: scenario({ lag: 2 }, { maxCycles: 1, says: ['F', 'X'] }),
  refused: scenario({ refuse: 1 }, { maxCycles: 1, says: ['F', 'X'] }),
  starts: scenario({ push: 1 }, { ...only, maxStarts: 3 }),
}
