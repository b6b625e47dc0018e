import { errorTextOf } from '../answer/error-body.ts'
import { findObjects } from '../answer/find-objects.ts'
import { textOf } from '../process/bounded-output.ts'
import type { Supervised } from '../process/supervise.ts'
import { type Adapter, type Failure, type Reading, unknownUsage } from './adapter.ts'
import { endedBySignal } from './ended-by-signal.ts'
import { classOfError, errorLinesOf, lastLinesOf } from './error-class.ts'
import { withSchema } from './prompt.ts'

/** Any program of the policy's: the brief on stdin, the answer on stdout, errors by exit code and by what stderr says. */
export const commandAdapter: Adapter = {
  program: spec => spec.argv[0] ?? '',
  triedSince: null,
  prepare: async ({ spec, env, prompt, promptSchema }) => ({
    args: [...spec.argv.slice(1), ...spec.extraArgs],
    env,
    input: withSchema(prompt, promptSchema),
    first: 'SIGTERM',
  }),
  read: readCommand,
  usageOf: () => unknownUsage,
}

function readCommand(ended: Supervised): Reading {
  const { exit, stdout } = ended
  if (endedBySignal(exit))
    return failure('transient', `killed by ${exit.signal ?? `a signal (exit code ${exit.code})`}, not by us; ${errorOf(ended)}`)
  if (exit.code !== 0) return failure(classOfError(errorOf(ended)) ?? 'error', `exit code ${exit.code}; ${errorOf(ended)}`)
  if (stdout.leftOutBytes > 0) return failure('malformed', `the answer has ${stdout.bytes} bytes, more than is kept`)
  return { kind: 'text', text: stdout.head, usage: unknownUsage }
}

const failure = (result: Failure['result'], text: string): Failure => ({ kind: 'failure', result, text, usage: unknownUsage })

/** Where an error is told: a JSON error body, else the end of stderr, else an output so short that it can be nothing else. */
export function errorOf({ stdout, stderr }: Supervised): string {
  const body = findObjects(textOf(stdout).slice(-65_536))
    .objects.map(({ value }) => errorTextOf(value))
    .findLast(text => text !== null)
  if (typeof body === 'string') return body
  const said = lastLinesOf(stderr.tail === '' ? stderr.head : stderr.tail)
  return said !== '' ? said : (errorLinesOf(stdout.head) ?? 'it printed no error')
}

/** The class of an exit-0 run whose whole output is an error message; null when it may be an attempt at an answer. */
export function provenClass({ stdout, stderr }: Supervised): { result: Failure['result']; text: string } | null {
  const said =
    errorLinesOf(stdout.head) ?? (stdout.head.trim() === '' ? errorLinesOf(lastLinesOf(stderr.tail || stderr.head)) : null)
  const proven = said === null ? null : classOfError(said)
  return said === null || proven === null ? null : { result: proven, text: said }
}
