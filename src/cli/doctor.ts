import { parseArgs } from 'node:util'
import { findProgram } from '../agents/find-program.ts'
import { countText } from '../comments/words.ts'
import { checkLine } from '../doctor/check.ts'
import { readInputs } from '../inputs.ts'
import { doctor as examine } from '../modes/doctor.ts'
import { builtInAgents } from '../policy/schema.ts'
import { visible } from '../text/visible.ts'
import { pullRunOf } from '../wiring.ts'
import { actionEnv } from './action-env.ts'
import type { Command, Io } from './io.ts'
import { repositoryReference } from './repository-reference.ts'

/** Which agents `review --base` would find on this machine; the workflows install their own. */
const programsHere = ({ env }: Io): string => {
  const found = builtInAgents.filter(name => findProgram(name, env.PATH ?? '', null).kind === 'found')
  return `agents on this machine, for review --base: ${found.join(', ') || 'none'}`
}

export const doctor: Command = {
  summary: 'look whether a repository is set up: workflows, rights, token, policy, labels, keys; writes nothing',
  usage: 'doctor owner/repo [--review-workflow FILE] [--json]',
  run: async (argv, io) => {
    const options = { 'review-workflow': { type: 'string' }, json: { type: 'boolean' } } as const
    const { values, positionals } = parseArgs({ args: argv, allowPositionals: true, options })
    const env = actionEnv(io, repositoryReference(positionals), { 'review-workflow': values['review-workflow'] ?? '' })
    const inputs = readInputs(env)
    const { site } = pullRunOf({ env, say: io.err, stop: io.stop }, inputs, 0)
    const checks = await examine(site, { token: inputs.token, reviewFile: inputs.reviewWorkflow })
    const failed = checks.filter(({ level }) => level === 'fail').length
    const warned = checks.filter(({ level }) => level === 'warn').length
    if (values.json) io.out(`${JSON.stringify(checks, null, 2)}\n`)
    else {
      for (const check of checks) io.out(`${visible(checkLine(check)).replace(/\s*\n\s*/g, ' ')}\n`)
      io.out(`\n${programsHere(io)}\n${countText(failed, 'failure')}, ${countText(warned, 'warning')}\n`)
    }
    return failed > 0 ? 1 : 0
  },
}
