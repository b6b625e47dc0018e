import type { RequestRecord } from './requests.ts'
import type { Lag } from './view.ts'

export type FaultEffect =
  /** The write lands, the connection breaks before the answer. */
  | { kind: 'lost-answer' }
  /** Answered without being done. */
  | { kind: 'answer'; status: number; body?: unknown; headers?: Record<string, string> }
  | { kind: 'rate-limit' }
  | { kind: 'secondary-limit'; retryAfterSeconds: number }
  /** GraphQL answers 200 with this error and no data. */
  | { kind: 'graphql-error'; type: string; message: string }
  /** No answer at all, until the client gives up or the simulator stops. */
  | { kind: 'hang' }
  /** The connection is cut before anything is done. */
  | { kind: 'reset' }
  | { kind: 'read-lag'; lag: Lag }

export type Fault = {
  /** How it is called when it was not used. */
  name?: string
  /** A REST operation id, a GraphQL operation or root field, `git-upload-pack`, or a test of the request. */
  on: string | ((request: RequestRecord) => boolean)
  /** It takes effect from the nth match on (1) … */
  nth?: number
  /** … for so many matches (1). */
  times?: number
  effect: FaultEffect
}

export type ArmedFault = Fault & { seen: number; used: number }

const matches = (fault: Fault, request: RequestRecord): boolean =>
  typeof fault.on === 'function' ? fault.on(request) : [request.route, request.operation, ...request.fields].includes(fault.on)

/** Named faults that wait for their request; one that never met it fails the test. */
export class Faults {
  private readonly armed: ArmedFault[] = []
  private isOver = false

  add(fault: Fault): void {
    this.armed.push({ ...fault, seen: 0, used: 0 })
  }

  /** From here on nothing goes wrong any more; what was never used is still told. */
  end(): void {
    this.isOver = true
  }

  /** The effect for this request, if a fault is due; the first one wins. */
  next(request: RequestRecord): FaultEffect | null {
    if (this.isOver) return null
    const due = this.armed.filter(fault => matches(fault, request)).filter(fault => isDue(fault))
    const [first] = due
    if (!first) return null
    first.used += 1
    return first.effect
  }

  unused(): string[] {
    return this.armed.filter(fault => fault.used === 0).map(fault => fault.name ?? `${String(fault.on)} → ${fault.effect.kind}`)
  }
}

function isDue(fault: ArmedFault): boolean {
  fault.seen += 1
  const first = fault.nth ?? 1
  return fault.seen >= first && fault.seen < first + (fault.times ?? 1)
}

const apiError = (message: string) => ({ message, documentation_url: 'https://docs.github.com/rest' })

/** GitHub's words for the limits. */
export function limitAnswer(effect: Extract<FaultEffect, { kind: 'rate-limit' | 'secondary-limit' }>) {
  if (effect.kind === 'rate-limit') {
    return { status: 403, body: apiError('API rate limit exceeded for installation.'), headers: { 'x-ratelimit-remaining': '0' } }
  }
  const message = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'
  return { status: 403, body: apiError(message), headers: { 'retry-after': String(effect.retryAfterSeconds) } }
}
