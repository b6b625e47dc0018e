import { parseArgs } from 'node:util'
import { readInputs } from '../inputs.ts'
import { selfReview as record } from '../modes/self-review.ts'
import { pullRunOf } from '../wiring.ts'
import { actionEnv } from './action-env.ts'
import { type Command, UsageError } from './io.ts'
import { pullReference } from './pull-reference.ts'

const demanded = (name: string, text: string | undefined): string => {
  if (text === undefined || text.trim() === '')
    throw new UsageError(`--${name}: found nothing; expected a few words; write what you would tell a colleague`)
  return text.trim()
}

type Values = {
  changed?: string | undefined
  verified?: string | undefined
  ready?: string | undefined
  'not-ready'?: string | undefined
}

const textOf = (values: Values) => {
  const missing = values['not-ready']
  if ((missing === undefined) === (values.ready === undefined))
    throw new UsageError('--ready, --not-ready: found both or none; expected one of them, with the reason')
  return {
    changed: demanded('changed', values.changed),
    verified: demanded('verified', values.verified),
    ready: missing === undefined ? demanded('ready', values.ready) : demanded('not-ready', missing),
    passed: missing === undefined,
  }
}

export const selfReview: Command = {
  summary: 'record your own review of the head of your pull request, which its request for review needs; one for each head',
  usage: 'self-review owner/repo#N --changed TEXT --verified TEXT (--ready TEXT | --not-ready TEXT) [--head SHA]',
  run: async (argv, io) => {
    const text = { type: 'string' } as const
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: { changed: text, verified: text, ready: text, 'not-ready': text, head: text },
    })
    const { repository, number } = pullReference(positionals)
    const said = { text: textOf(values), head: values.head ?? null }
    const env = actionEnv(io, repository, { pull: String(number) })
    const pullRun = pullRunOf({ env, say: io.err, stop: io.stop }, readInputs(env), number)
    const done = await record(pullRun, said)
    const head = done.view.snapshot.facts.pull.head.oid.slice(0, 7)
    io.out(`${repository}#${number} at ${head}: ${done.kind === 'refused' ? 'refused: ' : 'self-review: '}${done.reason}\n`)
    return done.kind === 'refused' ? 1 : 0
  },
}
