/** A person can mend it: a wrong input, policy or event. The message says found / expected / what to do. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** The pull request or repository that was asked for is not there. */
export class NotThereError extends ConfigError {
  override name = 'NotThereError'
}

/** Whether a refused or broken write may have landed all the same. */
export type Landed = 'no' | 'unknown'

/** GitHub refused, or could not be reached. */
export class GitHubError extends Error {
  override name = 'GitHubError'
  readonly operation: string
  /** HTTP status; 0 = no answer. */
  readonly status: number
  readonly landed: Landed
  /** Turned away for a rate limit: nothing was done, and the same may be sent again later. */
  readonly isLimited: boolean
  /** GitHub's own words, bounded. */
  readonly detail: string
  constructor(
    operation: string,
    answer: { status: number; detail: string; landed: Landed; isLimited?: boolean },
    cause?: unknown,
  ) {
    super(`${operation}: ${answer.status === 0 ? 'no answer' : `GitHub answered ${answer.status}`}: ${answer.detail}`, { cause })
    this.operation = operation
    this.status = answer.status
    this.landed = answer.landed
    this.isLimited = answer.isLimited ?? false
    this.detail = answer.detail
  }
}

/** The run is told to end: what it holds is put down in the few seconds that are left. */
export class Cancelled extends Error {
  override name = 'Cancelled'
}

/** Our own bug: a state that the types could not rule out. */
export class InvariantError extends Error {
  override name = 'InvariantError'
}
