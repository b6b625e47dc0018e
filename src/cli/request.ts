import { parseArgs } from 'node:util'
import { readInputs } from '../inputs.ts'
import { request as requestReview } from '../modes/request.ts'
import { pullRunOf } from '../wiring.ts'
import { actionEnv } from './action-env.ts'
import type { Command } from './io.ts'
import { listOf } from './list-of.ts'
import { pullReference } from './pull-reference.ts'

const headline = {
  refused: 'refused',
  asked: 'a review is asked for',
  nothing: 'nothing to do',
  'not-woken': 'asked, not started',
}

export const request: Command = {
  summary: 'ask for a review: the label, skills, native reviewers, a note; asked again, it completes what is missing',
  usage: 'request owner/repo#N [--reviewers NAME[,NAME…]] [--skills NAME[,NAME…]] [--note TEXT] [--as LOGIN]',
  run: async (argv, io) => {
    const text = { type: 'string' } as const
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: { reviewers: text, skills: text, note: text, as: text, workflow: text },
    })
    const { repository, number } = pullReference(positionals)
    const env = actionEnv(io, repository, {
      pull: String(number),
      'review-workflow': values.workflow ?? '',
      'marker-key': io.env.COUNTERSIGN_MARKER_KEY ?? '',
    })
    const inputs = readInputs(env)
    const pullRun = pullRunOf({ env, say: io.err, stop: io.stop }, inputs, number)
    const wanted = { reviewers: listOf(values.reviewers), skills: listOf(values.skills), note: values.note ?? null }
    const done = await requestReview(pullRun, {
      caller: null,
      wanted,
      wakes: inputs.reviewWorkflow,
      reviewsAs: values.as ?? null,
    })
    const { head } = done.view.snapshot.facts.pull
    io.out(`${repository}#${number} at ${head.oid.slice(0, 7)}: ${headline[done.kind]}\n`)
    for (const line of done.kind === 'refused' || done.kind === 'not-woken' ? [done.reason, ...done.lines] : done.lines)
      io.out(`  ${line}\n`)
    return done.kind === 'refused' || done.kind === 'not-woken' ? 1 : 0
  },
}
