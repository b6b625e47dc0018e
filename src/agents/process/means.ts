import type { ChildProcess } from 'node:child_process'

export type Launch = {
  argv: [string, ...string[]]
  cwd: string
  env: Record<string, string>
  tag: string
  leftoverGraceMs: number
}

export type CommandEnd = { kind: 'exited'; code: number | null; signal: string | null } | { kind: 'unstartable'; why: string }

/** First signal to the command alone, SIGTERM to all after `termAfterMs`, SIGKILL after `killAfterMs`. */
export type EndPlan = { first: 'SIGINT' | 'SIGTERM'; termAfterMs: number; killAfterMs: number }

export type Proof = { ended: number; left: number }

/** A started command together with the way its descendants are ended. */
export type Guarded = {
  child: ChildProcess
  /** Settles when the command itself is over; its descendants may live on. */
  over: Promise<CommandEnd>
  /** Ends whatever is left; a second call with a shorter plan hurries. Settles when all is gone or cannot be ended. */
  end: (plan: EndPlan | null) => Promise<Proof>
}

export type Means = {
  name: string
  /** False where a process could escape unseen: scrubbed environment, own session and no parent left, all within one look. */
  proves: boolean
  launch: (launch: Launch) => Guarded
}
