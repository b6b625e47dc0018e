import { type Budget, budget, type Limits, type Scenario } from './world.ts'

const limits: Limits = { maxCycles: 2, maxStarts: 6, rounds: 2, says: ['F'], noLabels: false }
const scenario = (some: Partial<Budget>, change: Partial<Limits> = {}): Scenario => ({ ...limits, ...change, left: budget(some) })
const one = { maxCycles: 1 }

/** Small worlds, each about one kind of trouble. */
export const scenarios: Record<string, Scenario> = {
  crash: scenario({ run: 3, crash: 2 }, { says: ['A', 'F', 'E'] }),
  race: scenario({ run: 3, push: 1 }, { says: ['A', 'F'] }),
  push: scenario({ push: 2, crash: 1 }),
  cap: scenario({ push: 1, crash: 2, ask: 1 }, one),
  asks: scenario({ ask: 2, push: 1, crash: 1 }, { says: ['F', 'E'] }),
  unlabel: scenario({ ask: 1, unlabel: 1, crash: 1, push: 1 }, one),
  zombie: scenario({ run: 3, zombie: 1 }, { says: ['A', 'F'] }),
  zombiecap: scenario({ zombie: 1, crash: 1, push: 1 }, one),
  slow: scenario({ age: 1, push: 1, ask: 1 }),
  aged: scenario({ age: 1, crash: 1 }, { says: ['A', 'F'] }),
  lost: scenario({ lost: 2, crash: 1 }),
  lag: scenario({ push: 1, lost: 1, lag: 2 }, one),
  lagkilled: scenario({ lost: 1, lag: 2, crash: 1 }, one),
  lagact: scenario({ lag: 2, ask: 2 }, one),
  labels: scenario({ botUnlabels: 1, unlabel: 1, personLabels: 1, crash: 1 }, one),
  labelsagain: scenario({ run: 3, botUnlabels: 2, crash: 1 }, one),
  close: scenario({ close: 1, reopen: 1, ask: 1, crash: 1 }),
  retarget: scenario({ retarget: 2, crash: 1, push: 1 }),
  deleted: scenario({ loseStatus: 1, crash: 1, ask: 1, push: 1 }),
  deletedagain: scenario({ loseStatus: 2, ask: 1 }, { maxStarts: 1, rounds: 3 }),
  edited: scenario({ edit: 1, push: 1, ask: 1, crash: 1 }, { ...one, says: ['A', 'F'] }),
  starts: scenario({ push: 2, crash: 1, ask: 1 }, { maxStarts: 2, maxCycles: 9, says: ['F', 'E'] }),
  everything: scenario({ push: 1, ask: 1, crash: 1, zombie: 1, age: 1, botUnlabels: 1 }, one),
  ties: scenario({ tie: 1, push: 1, ask: 1, crash: 1 }, one),
  tielabels: scenario({ tie: 1, unlabel: 1, botUnlabels: 1, ask: 1 }, one),
  refused: scenario({ run: 3, refuse: 1, push: 1, ask: 1 }, one),
  nolabels: scenario({ push: 1, ask: 1, crash: 1 }, { ...one, noLabels: true }),
}
