import { parseArgs } from 'node:util'
import { cleanupLine } from '../cleanup/plan-cleanup.ts'
import { readInputs } from '../inputs.ts'
import { cleanup as clean } from '../modes/cleanup.ts'
import { pullRunOf } from '../wiring.ts'
import { actionEnv } from './action-env.ts'
import type { Command } from './io.ts'
import { repositoryReference } from './repository-reference.ts'

const ACTIONS = 'github-actions[bot]'

export const cleanup: Command = {
  summary: 'before an uninstall: take our labels, review requests and standing change requests off all open pull requests',
  usage: 'cleanup owner/repo [--as LOGIN] [--yes]',
  run: async (argv, io) => {
    const options = { as: { type: 'string' }, yes: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args: argv, allowPositionals: true, options })
    const env = actionEnv(io, repositoryReference(positionals), {})
    const { site } = pullRunOf({ env, say: io.err, stop: io.stop }, readInputs(env), 0)
    const apply = values.yes ?? false
    let [seen, refusals] = [0, 0]
    for await (const { plan, refused } of clean(site, { names: [values.as ?? ACTIONS], apply })) {
      seen++
      refusals += refused.length
      io.out(`${apply ? 'took back' : 'would take back'}  ${cleanupLine(plan)}\n`)
      for (const line of refused) io.out(`    refused  ${line}\n`)
    }
    if (seen === 0) io.out('Nothing of ours is left on any open pull request.\n')
    else if (!apply) io.out('Nothing was written. To do it, add --yes.\n')
    return refusals > 0 ? 1 : 0
  },
}
