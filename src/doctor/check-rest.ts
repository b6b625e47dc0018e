import { skillLabel } from '../brief/skills.ts'
import type { Policy } from '../policy/schema.ts'
import { sameLabel } from '../snapshot/pause.ts'
import { bad, type Check, ok, unknown } from './check.ts'
import type { SetUp } from './set-up.ts'
import type { Workflow } from './workflow.ts'

const TOKEN_KINDS: [RegExp, string][] = [
  [/^ghs_/, 'of an installation'],
  [/^ghu_/, 'of a person, through an App'],
  [/^gho_/, 'of a person, through a program'],
  [/^ghp_/, 'personal (classic)'],
  [/^github_pat_/, 'personal (fine-grained)'],
]

/** What a token is by its beginning; nothing else of it is looked at. */
export const tokenKind = (token: string): string =>
  TOKEN_KINDS.find(([pattern]) => pattern.test(token))?.[1] ?? 'of an unknown kind'

const usesOwnToken = ({ calls, text }: Workflow): boolean =>
  calls.some(({ inputs }) => typeof inputs.token === 'string' && !/github\.token|GITHUB_TOKEN/.test(inputs.token)) ||
  /^\s*COUNTERSIGN_TOKEN:/m.test(text)

export const checkToken = ({ token, access, workflows }: Pick<SetUp, 'token' | 'access' | 'workflows'>): Check[] => {
  const rights = access === null ? 'with the rights it was granted' : `${access} access`
  const seen = ok('token here', `${token.kind}, of ${token.login}, ${rights}`)
  const own = workflows.find(usesOwnToken)
  if (own === undefined) return [seen, ok('token there', 'the workflows run with their own')]
  return [
    seen,
    bad('warn', 'token there', {
      found: `${own.name} runs with a token of its own`,
      expected: 'the token of an App, or of an account made for it',
      todo: 'with a personal token reviews are that person’s, whose labels and approvals then never count and whose own pull requests nobody can approve',
    }),
  ]
}

const KEYS: Record<string, string[]> = {
  claude: ['ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN'],
  codex: ['OPENAI_API_KEY', 'CODEX_API_KEY'],
  gemini: ['GEMINI_API_KEY'],
}

const keyOf = (agent: string, { secrets, workflows }: SetUp, reviewFile: string): Check[] => {
  const names = KEYS[agent]
  if (names === undefined) return []
  const about = `key of ${agent}`
  const text = workflows.find(({ name }) => name === reviewFile)?.text ?? ''
  const passed = names.filter(name => text.includes(name))
  const expected = `the secret ${names.join(' or ')}`
  if (passed.length === 0 && !/secrets:\s*inherit/.test(text))
    return [
      bad('warn', about, {
        found: `${reviewFile} does not pass it on`,
        expected,
        todo: `hand it to the job, or leave ${agent} out of "agents"`,
      }),
    ]
  if (secrets === null)
    return [unknown(about, 'the names of secrets cannot be read with this token', `look that ${expected} is set`)]
  const set = names.filter(name => secrets.includes(name))
  return set.length > 0
    ? [ok(about, `the secret ${set.join(', ')} is set`)]
    : [
        bad('warn', about, {
          found: 'no such secret in this repository',
          expected,
          todo: `gh secret set ${names[0]}; one of the organisation does too`,
        }),
      ]
}

/** One agent with a key is enough: the next of the chain is tried when one cannot log in. */
export const checkAgents = (setUp: SetUp, policy: Policy, reviewFile: string): Check[] => {
  const agents = [...new Set([...policy.agents, ...Object.values(policy.reviewers).flatMap(one => one.agents ?? [])])]
  const checks = agents.flatMap(agent => keyOf(agent, setUp, reviewFile))
  const isHopeless = checks.length > 0 && checks.length === agents.length && checks.every(({ level }) => level === 'warn')
  return isHopeless ? checks.map(check => ({ ...check, level: 'fail' as const })) : checks
}

export const checkLabels = ({ labels }: Pick<SetUp, 'labels'>, policy: Policy): Check[] => {
  const always = Object.entries(policy.skills).flatMap(([name, { label }]) => label ?? skillLabel(name))
  const wanted = [policy.labels.ask, policy.labels.pause, ...always]
  const missing = wanted.filter(name => !labels.some(label => sameLabel(label, name)))
  if (missing.length === 0) return [ok('labels', wanted.join(', '))]
  return missing.map(name =>
    bad('warn', 'label', {
      found: `no "${name}" yet`,
      expected: 'it, so that people can set it',
      todo: `gh label create "${name}"`,
    }),
  )
}

export const checkSwitches = ({ variables, mayApprove }: SetUp, policy: Policy): Check[] => {
  const isOff = variables?.COUNTERSIGN === 'off'
  const off = bad('warn', 'kill switch', {
    found: 'COUNTERSIGN is off',
    expected: 'no such variable',
    todo: 'delete it to go on',
  })
  const approving =
    mayApprove === null
      ? unknown('approvals', 'whether Actions may approve cannot be read with this token', 'see Settings, Actions, General')
      : mayApprove
        ? ok('approvals', 'Actions may approve here')
        : bad('warn', 'approvals', {
            found: 'the policy says approve: true, and Actions may not approve here',
            expected: '"Allow GitHub Actions to create and approve pull requests"',
            todo: 'allow it in Settings, Actions, General; until then approvals are comments',
          })
  return [...(isOff ? [off] : []), ...(policy.approve ? [approving] : [])]
}
