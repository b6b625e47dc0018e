import { examples } from './examples.ts'
import { policyText } from './policy-text.ts'

/** What the CLIs' own keys are called, as secrets and in the environment. */
export const agentKeys = { claude: 'ANTHROPIC_API_KEY', codex: 'OPENAI_API_KEY', gemini: 'GEMINI_API_KEY' } as const
export type AgentName = keyof typeof agentKeys

export const isAgentName = (name: string): name is AgentName => Object.hasOwn(agentKeys, name)

export type Wishes = { agents: AgentName[]; reviewFile: string }

export type NewFile = { path: string; text: string }

/** The reusable workflow installs these unless it is told otherwise. */
const INSTALLED = 'claude, codex'

const secretLine = (key: string): string => `      ${key}: \${{ secrets.${key} }}\n`

const forAgents = (text: string, agents: AgentName[]): string => {
  const own = agents.map(name => secretLine(agentKeys[name])).join('')
  const secrets = text.replace(/(\n {4}secrets:\n)(?: {6}\w+: .*\n)+/, (_, head: string) => head + own)
  const names = agents.join(', ')
  return names === INSTALLED ? secrets : secrets.replace(/(\n {4}with:\n)/, `$1      agents: ${names}\n`)
}

/** The comment at the top says where a copy of the example goes: here it is there already. */
const withoutCopying = (text: string): string => text.replace(/ Copy to \.github\/workflows\/[\w.-]+\.yml\./, '')

const forReviewFile = (text: string, file: string): string =>
  text.replaceAll('review-workflow: review.yml', `review-workflow: ${file}`)

/** All that a repository needs, with nothing in it that somebody has to fill in. */
export const filesOf = ({ agents, reviewFile }: Wishes): NewFile[] => {
  const workflow = (name: string, text: string): NewFile => ({ path: `.github/workflows/${name}`, text: withoutCopying(text) })
  return [
    workflow(reviewFile, forAgents(examples.review, agents)),
    workflow('countersign-mention.yml', forReviewFile(examples.mention, reviewFile)),
    workflow('countersign-sweep.yml', forReviewFile(examples.sweep, reviewFile)),
    { path: '.github/countersign.yml', text: policyText(agents) },
  ]
}
