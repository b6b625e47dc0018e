import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { countText } from '../comments/words.ts'
import { demoPage } from '../demo/page.ts'
import { demoStage } from '../demo/stage.ts'
import { type Told, tellStory } from '../demo/story.ts'
import { type Command, type Io, UsageError } from './io.ts'

/** What a newcomer needs to read the figures and times below. */
const TOLD_FIRST = [
  '',
  'API requests of each run:',
  '  A review takes 9 API requests, 4 reads and 5 writes; 1 write more to hide the review before it,',
  '  1 to write down what is to be mended, 2 to hand over to a person. A fix takes 11, with the dispatch',
  '  of the next review; a run with nothing to do 1. This GitHub lags behind its writes, as the real one',
  '  may, and a list that does not show yet what was just written is read again.',
  'A review is posted as a comment that says what was decided; with `approve: true` an approval is GitHub’s own.',
  'The clock of this GitHub is moved on between the runs.',
  '',
]

/** The action's bundle, beside this program. */
const bundle = (): string => {
  const file = join(dirname(resolve(process.argv[1] ?? '')), 'main.js')
  if (!existsSync(file))
    throw new UsageError(`demo: found no "${file}"; expected the action's bundle beside cli.js; run node dist/cli.js demo`)
  return file
}

const agentOf = (name: string | undefined): Record<string, unknown> =>
  name === undefined
    ? { agents: ['scripted'], commands: { scripted: { run: [process.execPath, resolve(process.argv[1] ?? ''), 'demo-agent'] } } }
    : { agents: [name] }

/** The keys of real agents; the scripted one needs none. */
const keysIn = (env: Io['env']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).filter(
      (entry): entry is [string, string] =>
        /^(?:ANTHROPIC|CLAUDE_CODE_OAUTH|CODEX|OPENAI|GEMINI|GOOGLE)_/.test(entry[0]) && entry[1] !== undefined,
    ),
  )

const indented = (log: string): string =>
  log
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('::'))
    .map(line => `      ${line}`)
    .join('\n')

const sceneText = ({ scene, played }: Told): string => {
  if (scene.kind === 'chapter') return `\n== ${scene.text}\n`
  if (scene.kind === 'deed') return `  * ${scene.text}`
  if (played === null) return ''
  const { step, reads, writes, git } = played
  const { name, action, mends } = scene.event
  const failed = step.code === 0 ? '' : `  (exit ${step.code})`
  return [
    `  > ${mends ? 'job' : 'run'}: ${scene.title} (#${scene.pull}, ${[mends ? 'second job on' : '', name, action ?? ''].filter(Boolean).join(' ')})${failed}`,
    indented(step.log),
    `    ${step.outputs.outcome ?? 'no outcome'}: ${step.outputs.reason ?? ''}`,
    `    API requests: ${reads + writes} (${countText(reads, 'read')}, ${countText(writes, 'write')}), git requests: ${git}\n`,
  ].join('\n')
}

/** What the two loops that nobody stepped into have taken, all runs together. */
const loopText = (told: Told[]): string =>
  [3, 4]
    .map(pull => {
      const runs = told.flatMap(({ played }) => (played?.pull === pull ? [played] : []))
      const sum = (of: (one: (typeof runs)[number]) => number) => runs.reduce((all, one) => all + of(one), 0)
      const fixes = runs.filter(({ step }) => step.outputs.outcome === 'fixed').length
      const usd = sum(({ step }) => Number(step.outputs.cost ?? 0))
      const requests = `${sum(({ reads, writes }) => reads + writes)} API and ${sum(({ git }) => git)} git requests`
      const { outcome, reason } = runs.at(-1)?.step.outputs ?? {}
      return `  loop of #${pull}: ${countText(runs.length, 'job')}, ${countText(fixes, 'fix', 'fixes')} pushed, ${requests}, ${usd.toFixed(2)} USD (estimated); at the end ${outcome}: ${reason}`
    })
    .join('\n')

const play = async (io: Io, { agent, out }: { agent: string | undefined; out: string }): Promise<number> => {
  const stage = await demoStage({
    agent: agentOf(agent),
    mainBundle: bundle(),
    env: keysIn(io.env),
    timeoutMs: agent === undefined ? 60_000 : 900_000,
  })
  io.out(
    [
      'A GitHub of its own on this machine, real git, the shipped action run as the runner runs it.',
      agent === undefined
        ? 'The agent is a script, no model: it knows the faults that this demo plants and finds nothing else.'
        : `The agent is the installed ${agent}.`,
      ...TOLD_FIRST,
      `${stage.github.url}\n`,
    ].join('\n'),
  )
  try {
    const told = await tellStory(stage, one => io.out(`${sceneText(one)}\n`))
    io.out(`${loopText(told)}\n`)
    await writeFile(out, demoPage(stage.github, told))
    io.out(`\nThe conversations and job summaries, as a person sees them: ${out}\n`)
    return told.every(one => one.played === null || one.played.step.code === 0) ? 0 : 1
  } finally {
    await stage.github.stop()
  }
}

export const demo: Command = {
  summary: 'play the whole story on this machine: no install, no network, no key; writes one HTML page',
  usage: 'demo [--agent claude|codex|gemini] [--out FILE.html]',
  run: (argv, io) => {
    const { values } = parseArgs({
      args: argv,
      options: { agent: { type: 'string' }, out: { type: 'string', default: 'countersign-demo.html' } },
    })
    return play(io, { agent: values.agent, out: resolve(io.cwd, values.out) })
  },
}
