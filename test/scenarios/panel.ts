import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type StageOptions, stage } from './stage.ts'

const AGENT = join(import.meta.dirname, '../fixtures/agents/scripted-reviewer.mjs')

export const members = ['anna', 'ben', 'cleo'] as const
type Member = (typeof members)[number]

/** A second opinion that says the same of every finding. */
export const confirms = () => ({ opinion: { overall: 'agree', summary: 'It holds.' }, says: 'confirm' })
export const refutes = () => ({ opinion: { overall: 'disagree', summary: 'It does not hold.' }, says: 'refute' })
/** An agent that says nothing of use. */
export const dead = () => ({ text: 'no report', exit: 3 })

type PanelOptions = Omit<StageOptions, 'answers' | 'commands'> & { answers: Record<Member, object[]> }

/** The stage with a panel of three, each member with an agent and a script of its own. */
export const panelStage = async ({ answers, policy, ...options }: PanelOptions) => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-panel-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const scriptOf = (name: Member): string => join(folder, `${name}.json`)
  const answer = (name: Member, ...said: object[]): void => writeFileSync(scriptOf(name), JSON.stringify({ answers: said }))
  for (const name of members) answer(name, ...answers[name])
  const scene = await stage({
    ...options,
    commands: Object.fromEntries(members.map(name => [name, { run: [process.execPath, AGENT, scriptOf(name)] }])),
    policy: {
      'max-attempts': 1,
      panel: [...members],
      reviewers: Object.fromEntries(members.map(name => [name, { agents: [name] }])),
      ...policy,
    },
  })
  const linesOf = (file: string): number => {
    try {
      return readFileSync(file, 'utf8').split('\n').filter(Boolean).length
    } catch {
      return 0
    }
  }
  return {
    ...scene,
    answer,
    /** How often each member's agent was started, in the panel's order. */
    starts: (): number[] => members.map(name => linesOf(`${scriptOf(name)}.calls`)),
    briefOf: (name: Member): string => readFileSync(`${scriptOf(name)}.brief`, 'utf8'),
  }
}

export type PanelStage = Awaited<ReturnType<typeof panelStage>>
