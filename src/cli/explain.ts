import { parseArgs } from 'node:util'
import { cycleLine, type Explained, explainedOf, ruleRows } from '../comments/explained.ts'
import { readInputs } from '../inputs.ts'
import { look } from '../observe/look.ts'
import { pullRunOf } from '../wiring.ts'
import { type Command, type Io, UsageError } from './io.ts'
import { pullReference } from './pull-reference.ts'

/** The environment of a run in Actions, made of what a person's shell has. */
export const actionEnv = (io: Io, repository: string, inputs: Record<string, string>): Record<string, string | undefined> => {
  const token = io.env.GITHUB_TOKEN ?? io.env.GH_TOKEN ?? ''
  if (token === '')
    throw new UsageError(
      'token: found none in GITHUB_TOKEN or GH_TOKEN; expected a token that may read the repository; set one of them',
    )
  return {
    ...io.env,
    GITHUB_REPOSITORY: repository,
    INPUT_TOKEN: token,
    ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
  }
}

const text = (explained: Explained): string =>
  [
    `${explained.pull} at ${explained.head.slice(0, 7)}: ${explained.action}`,
    `  ${explained.reason}`,
    '',
    ...ruleRows(explained),
    '',
    ...cycleLine(explained),
    '',
  ].join('\n')

export const explain: Command = {
  summary: 'say what a run would do with a pull request, and why; writes nothing',
  usage: 'explain owner/repo#N [--reviewer NAME] [--json]',
  run: async (argv, io) => {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: { json: { type: 'boolean' }, reviewer: { type: 'string' } },
    })
    const { repository, number } = pullReference(positionals[0])
    const env = actionEnv(io, repository, {
      pull: String(number),
      reviewer: values.reviewer ?? '',
      'marker-key': io.env.COUNTERSIGN_MARKER_KEY ?? '',
    })
    const inputs = readInputs(env)
    const pullRun = pullRunOf({ env, say: io.err, stop: io.stop, remember: () => {} }, inputs, number)
    const view = await look(pullRun, { nonce: null, lock: null })
    const explained = explainedOf(view)
    io.out(values.json ? `${JSON.stringify(explained, null, 2)}\n` : text(explained))
    return 0
  },
}
