import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { rules } from '../src/decide/rules/index.ts'
import { type Mode, modes } from '../src/inputs.ts'
import { commands, usage } from '../src/mention/words.ts'
import type { KeyText } from '../src/policy/key.ts'
import { notInForce } from '../src/policy/not-in-force.ts'
import { keyGroups } from '../src/policy/schema.ts'

type Declared = Record<string, { description: string; default?: string }>

const action: { inputs: Declared; outputs: Declared } = parse(readFileSync(new URL('../action.yml', import.meta.url), 'utf8'))

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map(row => `| ${row.map(cell).join(' | ')} |`).join('\n')

const code = (text: string): string => (text === '' ? '' : `\`${text}\``)

const inputRows = (): string[][] =>
  Object.entries(action.inputs).map(([name, { description, default: initial = '' }]) => [code(name), code(initial), description])

const outputRows = (): string[][] => Object.entries(action.outputs).map(([name, { description }]) => [code(name), description])

const modeWords: Record<Mode, string> = {
  auto: 'The mode that fits the event; anything else is refused with what to set.',
  review: 'Reviews one pull request, or says why not.',
  fix: 'Has an agent mend what the review of this head asks for, pushes one commit, and starts the next review.',
  sweep: 'Looks at all open pull requests and dispatches a review for each that an event missed.',
  mention: 'Answers a comment that calls us, and dispatches the review.',
  request: 'Asks for a review of one pull request: label, skills, native reviewers, note; for a workflow of your own.',
  explain: 'Tells what would be decided and why, and writes nothing.',
}

const commandWords: Record<(typeof commands)[number], string> = {
  review:
    'Reviews the present head, whatever was decided before; skills for this time, another bound until a person next steps in.',
  pause: 'Sets the pause label: nothing starts until a person takes it off.',
  resume: 'Takes the pause label off and reviews.',
  status: 'Answers with what was decided and what is waited for.',
  dismiss: 'Accepts a finding as a risk, with your reason.',
  fix: 'Has an agent mend open findings of this head, by their ids or all of them; needs `fix: run`.',
  'self-review':
    'The author’s own word on the present head, in three parts below it: `Changed: …`, `Verified: …`, `Ready: …` (or `Not ready: …`).',
  help: 'Lists these.',
}

/** Defaults as they would be written in the file. */
const initialText = (value: unknown): string => {
  const plain = JSON.stringify(value)
  return plain === '[]' || plain === '{}'
    ? 'none'
    : Array.isArray(value)
      ? value.map(item => code(String(item))).join(', ')
      : code(plain.replaceAll('"', ''))
}

type KeySchema = { meta: () => unknown; def: { defaultValue: unknown } }

const policyRows = (keys: Record<string, KeySchema>): string[][] =>
  Object.entries(keys).map(([name, schema]) => {
    const { description, expects } = schema.meta() as KeyText
    const words = (notInForce as readonly string[]).includes(name) ? `${description} *Not in force yet.*` : description
    return [code(name), expects, initialText(schema.def.defaultValue), words]
  })

const policyTables = (): string =>
  Object.entries(keyGroups)
    .map(([title, keys]) => `### ${title}\n\n${table(['key', 'takes', 'default', 'meaning'], policyRows(keys))}`)
    .join('\n\n')

/** Every generated block, by its name. */
export const blocks: Record<string, () => string> = {
  inputs: () => table(['input', 'default', 'meaning'], inputRows()),
  outputs: () => table(['output', 'meaning'], outputRows()),
  modes: () =>
    table(
      ['mode', 'what it does'],
      modes.map(mode => [code(mode), modeWords[mode]]),
    ),
  policy: policyTables,
  commands: () =>
    table(
      ['command', 'what it does'],
      commands.map(name => [code(`@countersign ${usage[name]}`), commandWords[name]]),
    ),
  rules: () =>
    table(
      ['#', 'rule', 'objects when', 'then', 'a forced run'],
      rules.map(({ name, objects, action, forcedText }, index) => [String(index + 1), name, objects, action, forcedText]),
    ),
}
