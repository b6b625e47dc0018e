import { parseArgs } from 'node:util'
import { askForReview } from '../effects/ask-review.ts'
import { readInputs } from '../inputs.ts'
import { maxCyclesOf } from '../mention/arguments.ts'
import { look, UNHELD, type View } from '../observe/look.ts'
import { type WhatIf, whatIfAsked } from '../observe/what-if.ts'
import { withChecks } from '../rounds/ready.ts'
import { pullRunOf } from '../wiring.ts'
import { actionEnv } from './action-env.ts'
import { seenAs } from './explain.ts'
import { type Command, UsageError } from './io.ts'
import { pullReference } from './pull-reference.ts'

/** Why nothing is asked for; `null` = a run would review. */
const objectionOf = ({ act, view }: WhatIf, by: string): string | null => {
  const { plan, owner } = view
  if (owner.owner === 'alive' || owner.owner === 'unknown') return `a review is in progress: ${owner.why}`
  if (act === undefined || act.state.kind === 'not-allowed')
    return `"${by}" may not ask here; expected a person with write access`
  if (plan.decision.kind === 'review') return null
  const { rule, evidence, change } = plan.decision
  return `${rule}: ${evidence}; ${change}`
}

/** Before anything is read: what the request could not say is not asked. */
const argumentsOf = (maxCycles: string | undefined): string => {
  if (maxCycles === undefined) return ''
  if (maxCyclesOf(maxCycles) === null)
    throw new UsageError(`--max-cycles: found "${maxCycles}"; expected a whole number from 1 to 20`)
  return ` max-cycles=${maxCycles}`
}

const wordsOf = (view: View, words: string): string => `@${view.policy.mention} review${words}`

export const rerun: Command = {
  summary: 'ask for a review again under your own account: refused while one is at work, or where a run would not review',
  usage: 'rerun owner/repo#N [--max-cycles N] [--reviewer NAME] [--as LOGIN] [--workflow FILE]',
  run: async (argv, io) => {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        'max-cycles': { type: 'string' },
        reviewer: { type: 'string' },
        as: { type: 'string', default: 'github-actions[bot]' },
        workflow: { type: 'string' },
      },
    })
    const { repository, number } = pullReference(positionals)
    const asArguments = argumentsOf(values['max-cycles'])
    const env = actionEnv(io, repository, {
      pull: String(number),
      reviewer: values.reviewer ?? '',
      'review-workflow': values.workflow ?? '',
      'marker-key': io.env.COUNTERSIGN_MARKER_KEY ?? '',
    })
    const inputs = readInputs(env)
    const own = pullRunOf({ env, say: io.err, stop: io.stop }, inputs, number)
    const first = await look(own, UNHELD)
    const { viewer, pull } = first.snapshot.facts
    own.run.facts.head = pull.head.oid
    const words = wordsOf(first, asArguments)
    const asked = await whatIfAsked(seenAs(own, values.as), first, { by: viewer, body: words })
    const view = await withChecks(own, asked.view)
    const objection = objectionOf({ ...asked, view }, viewer.login)
    if (objection !== null) {
      io.err(`not asked: ${objection}`)
      return 1
    }
    const { url, started } = await askForReview(own, { view, words, workflow: inputs.reviewWorkflow })
    io.out(`asked: ${url}\n`)
    if (started.kind === 'refused')
      io.err(
        `note: the review workflow could not be started from here (${started.why}); the comment’s own event or the next sweep does`,
      )
    return 0
  },
}
