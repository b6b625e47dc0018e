/** A pull and its panel: each member has a lock, a status comment and runs of its own. Members are numbers, in the policy's order. */
export type Key = { head: number; occasion: number }
export const PANEL = -1
export type Review = Key & {
  id: number
  t: number
  /** A member, or `PANEL` for what the panel decided. */
  by: number
  role: 'anchor' | 'enricher' | 'panel'
  says: 'A' | 'F'
  /** A second opinion that refutes the blocker of the primary review. */
  refutes: boolean
  acts: number[]
  nonce: string
  publisher: number
  tidied: boolean
}
export type Draft = Omit<Review, 'id' | 't' | 'tidied'>
export type Ending = { kind: 'consensus' | 'continues' | 'exhausted' | 'error'; review: number; comment: number }
export type Claim = Key & {
  nonce: string
  run: number
  lock: string
  acts: number[]
  since: number
  promoted: number
  role: 'anchor' | 'enricher'
  recoveries: number
  ending: Ending | null
  flagged: boolean
}
export type Status = {
  id: number
  claim: Claim
  /** When the ending or the flag was written; 0 = not yet. */
  leftAt: number
  starts: number
  resetAt: number
  row: number
  engagedAt: number
  perAct: Record<number, number>
  errors: number[]
}
export type Seat = { status: Status | null; lock: { id: string; run: number; t: number } | null }
export type Label = { by: 'us' | 'bot' | 'person'; t: number }
export type Escalation = { id: number; t: number; head: number; why: string; by: number }
export type Act = { id: number; t: number; kind: 'request' | 'unlabel' }
export type Answer = { id: number; t: number; acts: number[]; by: number }

export type Effect =
  | { kind: 'label on' | 'label off' }
  | { kind: 'comment'; why: string; head: number }
  | { kind: 'answer'; acts: number[] }
  | { kind: 'tidy'; id: number }
  | { kind: 'decision'; draft: Draft }
  | { kind: 'ending'; ending: Ending['kind']; flagged: boolean; overtaken: boolean }

export type At =
  | 'start'
  | 'drop'
  | 'lock'
  | 'under'
  | 'claim'
  | 'promote'
  | 'role'
  | 'poll'
  | 'agent'
  | 'before'
  | 'post'
  | 'find'
  | 'after'
  | 'effects'
  | 'release'
  | 'again'
  | 'end'
/** What was seen at the newest read: what is settled and written down rests on it and on the run's own writes. */
export type Seen = { t: number; upTo: number; label: Label | null; off: Label | null }
export type Run = {
  member: number
  at: At
  round: number
  dead: boolean
  failed?: boolean
  target?: string
  key?: Key & { acts: number[] }
  role?: Claim['role']
  recoveries?: number
  since?: number
  nonce?: string
  waitsSince?: number
  promotesAt?: number
  /** What follows the write of the role: the opinion, or waiting. */
  then?: 'agent' | 'poll'
  /** The review that it judges; `null` = it reviews itself. */
  judges?: number | null
  says?: 'A' | 'F' | 'X'
  draft?: Draft
  seen?: Seen
  effects?: Effect[]
}

const budgets = [
  'push',
  'ask',
  'unlabel',
  'botUnlabels',
  'close',
  'crash',
  'zombie',
  'halfHour',
  'lost',
  'lag',
  'tie',
  'refuse',
] as const
export type Budget = Record<(typeof budgets)[number], number>
export const budget = (some: Partial<Budget>): Budget => ({
  ...(Object.fromEntries(budgets.map(name => [name, 0])) as Budget),
  ...some,
})

export type World = {
  head: number
  isOpen: boolean
  id: number
  t: number
  frozen: boolean
  reviews: Review[]
  seats: Seat[]
  label: Label | null
  off: Label | null
  /** When we last set the label. */
  labelledAt: number
  escalations: Escalation[]
  acts: Act[]
  answers: Answer[]
  /** All runs that there may be, each member's one after another. */
  runs: Run[]
  fresh: { id: number; run: number } | null
  left: Budget
  starts: number
  broken: string[]
}

/** `quorum` = how many must answer before anything is approved. */
export type Limits = { maxCycles: number; maxStarts: number; quorum: number; rounds: number; says: ('A' | 'F' | 'X')[] }
export type Scenario = Limits & { jobs: number[]; left: Budget }

/** What `anchor-ttl` and `enrich-timeout` are, and a little more than that. */
export const PATIENCE = 1800
export const HALF_HOUR = PATIENCE + 1
export const UNCLAIMED = 600
/** Within this time both halves of an escalation are written, or the run that wrote the first is gone. */
export const HALF = 60

export const first = (scenario: Scenario): World => ({
  head: 0,
  isOpen: true,
  id: 1,
  t: 1,
  frozen: false,
  reviews: [],
  seats: scenario.jobs.map(() => ({ status: null, lock: null })),
  label: null,
  off: null,
  labelledAt: 0,
  escalations: [],
  acts: [],
  answers: [],
  runs: scenario.jobs.flatMap((jobs, member) =>
    Array.from({ length: jobs }, (): Run => ({ member, at: 'start', round: 0, dead: false })),
  ),
  fresh: null,
  left: { ...scenario.left },
  starts: 0,
  broken: [],
})

/** An edit takes time, and is no entry of its own. */
export const tick = (world: World): number => {
  if (!world.frozen) world.t++
  return world.t
}
export const isEnded = ({ at }: Run): boolean => at === 'end' || at === 'start'

/** The next entry of the server: its id is new, its second only when the clock moves. */
export const next = (world: World): { id: number; t: number } => ({ id: world.id++, t: tick(world) })

export const seatOf = (world: World, member: number): Seat => {
  const seat = world.seats[member]
  if (seat === undefined) throw new Error(`no member ${member}`)
  return seat
}
