/** A pull as the protocol sees it. `t` = the server's second, `id` = its counter; heads, bases and acts are numbers, 0 = the first. */
export type Key = { head: number; base: number; occasion: number }
export type Review = Key & {
  id: number
  t: number
  says: 'A' | 'F'
  acts: number[]
  by: string
  tidied: boolean
  edited: boolean
}
export type Ending = { kind: 'consensus' | 'continues' | 'exhausted' | 'error'; review: number; comment: number }
export type Claim = Key & {
  nonce: string
  run: number
  lock: string
  acts: number[]
  since: number
  recoveries: number
  ending: Ending | null
  flagged: boolean
}
export type Status = {
  id: number
  /** When it was created. */
  t: number
  claim: Claim
  starts: number
  resetAt: number
  row: number
  engagedAt: number
  perAct: Record<number, number>
  errors: number[]
  /** What people are told of outside of GitHub: recorded with the ending, and sent after it. */
  notices: string[]
}
export type By = 'us' | 'bot' | 'person'
export type Label = { by: By; t: number }
export type Escalation = { id: number; t: number; head: number; why: string; by: number }
export type Act = { id: number; t: number; kind: 'request' | 'unlabel' }
export type Answer = { id: number; t: number; acts: number[]; by: number }

export type Effect =
  | { kind: 'label on' | 'label off' }
  | { kind: 'comment'; why: string; head: number }
  | { kind: 'answer'; acts: number[] }
  | { kind: 'tidy' | 'delete status'; id: number }
  | { kind: 'ending'; ending: Ending['kind']; flagged: boolean; overtaken: boolean }

export type At =
  | 'look'
  | 'drop'
  | 'lock'
  | 'under'
  | 'claim'
  | 'agent'
  | 'before'
  | 'post'
  | 'find'
  | 'effects'
  | 'notice'
  | 'release'
  | 'again'
  | 'end'
/** What was seen at the read before publishing: settling rests on it and on the run's own review. */
export type Seen = { upTo: number; label: Label | null; off: Label | null }
export type Run = {
  at: At
  round: number
  dead: boolean
  failed?: boolean
  /** Its claim was deleted while it held the lock: it starts nothing again. */
  robbed?: boolean
  target?: string
  key?: Key & { acts: number[] }
  recoveries?: number
  since?: number
  nonce?: string
  says?: 'A' | 'F' | 'E'
  seen?: Seen
  effects?: Effect[]
  notice?: string
}

const budgets = [
  'run',
  'push',
  'retarget',
  'ask',
  'unlabel',
  'botUnlabels',
  'personLabels',
  'close',
  'reopen',
  'loseStatus',
  'edit',
  'crash',
  'zombie',
  'age',
  'lost',
  'lag',
  'tie',
  'refuse',
] as const
export type Budget = Record<(typeof budgets)[number], number>
export const budget = (some: Partial<Budget>): Budget => ({
  ...(Object.fromEntries(budgets.map(name => [name, 0])) as Budget),
  run: 2,
  ...some,
})

export type World = {
  head: number
  base: number
  isOpen: boolean
  id: number
  t: number
  frozen: boolean
  reviews: Review[]
  statuses: Status[]
  /** When a status comment was deleted. */
  lost: number[]
  lock: { id: string; run: number; old: boolean } | null
  label: Label | null
  off: Label | null
  /** When we last set the label. */
  labelledAt: number
  escalations: Escalation[]
  acts: Act[]
  answers: Answer[]
  runs: Run[]
  /** Whose list entry is the newest, and may not show yet. */
  fresh: { id: number; run: number } | null
  left: Budget
  /** Agent starts since a person last acted, and laws that a step itself broke. */
  starts: number
  sent: string[]
  broken: string[]
}

export type Limits = { maxCycles: number; maxStarts: number; rounds: number; says: ('A' | 'F' | 'E')[]; noLabels: boolean }
export type Scenario = Limits & { left: Budget }

export const first = (scenario: Scenario): World => ({
  head: 0,
  base: 0,
  isOpen: true,
  id: 1,
  t: 1,
  frozen: false,
  reviews: [],
  statuses: [],
  lost: [],
  lock: null,
  label: null,
  off: null,
  labelledAt: 0,
  escalations: [],
  acts: [],
  answers: [],
  runs: [],
  fresh: null,
  left: { ...scenario.left },
  starts: 0,
  sent: [],
  broken: [],
})

/** The next entry of the server: its id is new, its second only when the clock moves. */
export const next = (world: World): { id: number; t: number } => {
  if (!world.frozen) world.t++
  return { id: world.id++, t: world.t }
}
