import { parseArgs } from 'node:util'
import { cycleLine, type Explained, explainedOf, ruleRows } from '../comments/explained.ts'
import { readInputs } from '../inputs.ts'
import { explainedView } from '../modes/explain.ts'
import type { PullRun } from '../observe/context.ts'
import { withScratch } from '../scratch.ts'
import { loginOf } from '../snapshot/ids.ts'
import { pullRunOf } from '../wiring.ts'
import { workDepsOf } from '../work-deps.ts'
import { actionEnv } from './action-env.ts'
import type { Command } from './io.ts'
import { pullReference } from './pull-reference.ts'

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

/** Reads the pull with the eyes of the account that the action runs as: markers count only from that one. */
export const seenAs = (pullRun: PullRun, login: string | undefined): PullRun =>
  login === undefined ? pullRun : { ...pullRun, viewAs: { login: loginOf(login), id: null, isBot: login.endsWith('[bot]') } }

export const explain: Command = {
  summary: 'say what a run would do with a pull request, and why; writes nothing',
  usage: 'explain owner/repo#N [--reviewer NAME] [--as LOGIN] [--json]',
  run: async (argv, io) => {
    const { values, positionals } = parseArgs({
      args: argv,
      allowPositionals: true,
      options: { json: { type: 'boolean' }, reviewer: { type: 'string' }, as: { type: 'string' } },
    })
    const { repository, number } = pullReference(positionals)
    const env = actionEnv(io, repository, {
      pull: String(number),
      reviewer: values.reviewer ?? '',
      'marker-key': io.env.COUNTERSIGN_MARKER_KEY ?? '',
    })
    const inputs = readInputs(env)
    const outside = { env, say: io.err, stop: io.stop }
    const pullRun = seenAs(pullRunOf(outside, inputs, number), values.as)
    const view = await withScratch(env, scratch => explainedView(pullRun, workDepsOf(outside, inputs, { pullRun, scratch })))
    const explained = explainedOf(view)
    const { foreign } = view.snapshot.ignored
    if (foreign > 0)
      io.err(
        `note: ${foreign} markers of other accounts do not count here; to see the pull request as the action does, add --as 'github-actions[bot]' (or the login it runs as)`,
      )
    if (values.as !== undefined && explained.action === 'review')
      io.err(
        `note: a run that has taken the lock and has claimed nothing yet is not seen with --as; its own account waits for it, ten minutes at most`,
      )
    io.out(values.json ? `${JSON.stringify(explained, null, 2)}\n` : text(explained))
    return 0
  },
}
