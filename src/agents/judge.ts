import type { Failure, Reading, Start } from './adapters/adapter.ts'
import { provenClass } from './adapters/command.ts'
import { classOfError } from './adapters/error-class.ts'
import { readAnswer } from './answer/read-answer.ts'
import { textOf } from './process/bounded-output.ts'
import type { Cause, Supervised } from './process/supervise.ts'
import type { AttemptResult, Usage, Validated } from './types.ts'

export type Judged<T> =
  | { result: 'ok'; value: T; reason: string; usage: Usage }
  /** `text` is the whole error, where a reset time may stand; `reason` is for people. */
  | { result: Exclude<AttemptResult, 'ok'>; reason: string; text: string; usage: Usage }

export type Judging<T> = { validate: (candidate: unknown) => Validated<T>; start: Start }

/** The result of a reading: `ok` only for a clean end and an answer that validates. */
export function judgeReading<T>(reading: Reading, ended: Supervised, { validate, start }: Judging<T>): Judged<T> {
  if (reading.kind === 'failure') return failed(reading)
  if (start.answerSchema === null && reading.kind === 'text') return judgeText(reading, ended, validate)
  if (reading.kind === 'structured') return judgeValue(validate(reading.value), reading.usage)
  const answer = readAnswer(reading.text, validate, start.prompt)
  const { usage } = reading
  if (answer.kind === 'answer') return { result: 'ok', value: answer.value, reason: 'answered', usage }
  if (answer.kind === 'failed')
    return {
      result: classOfError(answer.message) ?? 'error',
      reason: `it reported an error: ${answer.message}`,
      text: answer.message,
      usage,
    }
  const proven = provenClass(ended)
  if (proven !== null) return failed({ kind: 'failure', ...proven, usage })
  return { result: 'malformed', reason: answer.complaint, text: answer.complaint, usage }
}

/** Free text (fixes, checks): whatever the CLI said, unless it is nothing but an error message. */
function judgeText<T>(
  { text, usage }: { text: string; usage: Usage },
  ended: Supervised,
  validate: Judging<T>['validate'],
): Judged<T> {
  const proven = provenClass(ended)
  return proven === null ? judgeValue(validate(text), usage) : failed({ kind: 'failure', ...proven, usage })
}

const judgeValue = <T>(validated: Validated<T>, usage: Usage): Judged<T> =>
  validated.ok
    ? { result: 'ok', value: validated.value, reason: 'answered', usage }
    : { result: 'malformed', reason: validated.complaint, text: validated.complaint, usage }

const failed = ({ result, text, usage }: Failure): { result: Failure['result']; reason: string; text: string; usage: Usage } => ({
  result,
  reason: result === 'budget' ? `our own spend limit was reached: ${text}` : text,
  text,
  usage,
})

/** The result of an attempt that we ended: by the cause alone, whatever the child said or exited with afterwards. */
export function judgeEnded(cause: Exclude<Cause, 'exit' | 'unstartable'>, ended: Supervised, usage: Usage): Judged<never> {
  const last = textOf(ended.stderr).slice(-300).trim()
  const seconds = Math.round((ended.durationMs - ended.goneMs) / 100) / 10
  const reasons: Record<typeof cause, string> = {
    deadline: `no end after ${seconds} s, stopped at its deadline${last === '' ? '' : `; it last said "${last}"`}`,
    silence: `silent for too long, stopped after ${seconds} s`,
    cancelled: 'the run was cancelled',
    'head-moved': 'the head moved while it worked',
  }
  const result = cause === 'deadline' || cause === 'silence' ? 'timeout' : cause
  return { result, reason: reasons[cause], text: '', usage }
}
