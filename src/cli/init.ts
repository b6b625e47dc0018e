import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { type AgentName, agentKeys, filesOf, isAgentName } from './init/files.ts'
import { type Command, type Io, UsageError } from './io.ts'
import { listOf } from './list-of.ts'

/** The top of the checkout that the folder is in. */
const topOf = (folder: string): string => {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (dirname(at) === at)
      throw new UsageError(`checkout: found none at ${folder}; expected to be inside of a git checkout; change into yours first`)
  }
}

const agentsOf = (text: string | undefined): AgentName[] => {
  const names = text === undefined ? ['claude', 'codex'] : listOf(text)
  const known = names.filter(isAgentName)
  if (names.length === 0 || known.length < names.length)
    throw new UsageError(`--agents: found "${text}"; expected some of ${Object.keys(agentKeys).join(', ')}, separated by commas`)
  return [...new Set(known)]
}

const reviewFileOf = (text = 'review.yml'): string => {
  if (/^[\w.-]{1,100}\.ya?ml$/.test(text) && !/^countersign-(?:mention|sweep)\.yml$/.test(text)) return text
  throw new UsageError(`--review-workflow: found "${text}"; expected the name of a file like review.yml`)
}

const write = async (top: string, { path, text }: { path: string; text: string }): Promise<void> => {
  await mkdir(dirname(join(top, path)), { recursive: true })
  // `wx` never overwrites and never follows a link to somewhere else.
  await writeFile(join(top, path), text, { flag: 'wx' })
}

const nextSteps = (agents: AgentName[]): string[] => [
  'Next:',
  ...agents.map(name => `  gh secret set ${agentKeys[name]}      # the key of ${name}; one agent is enough`),
  '  gh label create ai-review --description "Asks for a review by Countersign"',
  '  gh label create needs-human-review --description "Countersign waits for a person"',
  '  commit the files and merge them to the default branch: they count from there',
  '  doctor owner/repo      # says what is still missing',
]

const begin = async (io: Io, wishes: { agents: AgentName[]; reviewFile: string }): Promise<number> => {
  const top = topOf(io.cwd)
  const files = filesOf(wishes)
  const there = files.filter(({ path }) => existsSync(join(top, path)))
  if (there.length > 0) {
    io.err(`found ${there.map(({ path }) => path).join(', ')}; expected none of them; nothing was written`)
    io.err('move them away, or name the review workflow otherwise: --review-workflow countersign.yml')
    return 1
  }
  for (const file of files) await write(top, file)
  io.out(`${[...files.map(({ path }) => `wrote ${path}`), '', ...nextSteps(wishes.agents)].join('\n')}\n`)
  return 0
}

export const init: Command = {
  summary: 'write the workflows (review, mention, sweep) and a policy into this checkout; overwrites nothing',
  usage: 'init [--agents NAME[,NAME…]] [--review-workflow FILE]',
  run: async (argv, io) => {
    const text = { type: 'string' } as const
    const { values } = parseArgs({ args: argv, options: { agents: text, 'review-workflow': text } })
    return begin(io, { agents: agentsOf(values.agents), reviewFile: reviewFileOf(values['review-workflow']) })
  },
}
