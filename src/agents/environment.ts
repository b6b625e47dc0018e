import { mkdir } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import type { AgentRequest, AgentSpec } from './types.ts'

type Kind = AgentSpec['kind']
type Values = Record<string, string | undefined>

/** What any program needs to find others, speak the right language and get through a company's network. */
const common = [
  ...['PATH', 'LANG', 'LANGUAGE', 'LC_ALL', 'LC_CTYPE', 'LC_MESSAGES', 'TZ', 'USER', 'LOGNAME', 'SHELL'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'no_proxy', 'all_proxy'],
  ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'CURL_CA_BUNDLE', 'REQUESTS_CA_BUNDLE'],
]

const anthropic = ['ANTHROPIC_API_KEY', 'CLAUDE_CODE_OAUTH_TOKEN', 'ANTHROPIC_BASE_URL']
const bedrock = [
  'AWS_REGION',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_BEARER_TOKEN_BEDROCK',
  'ANTHROPIC_BEDROCK_BASE_URL',
]
const vertex = ['CLOUD_ML_REGION', 'ANTHROPIC_VERTEX_PROJECT_ID', 'GOOGLE_APPLICATION_CREDENTIALS', 'ANTHROPIC_VERTEX_BASE_URL']
const openai = ['CODEX_API_KEY', 'OPENAI_API_KEY', 'OPENAI_BASE_URL']
const google = ['GEMINI_API_KEY', 'GOOGLE_GEMINI_BASE_URL']

/** A workflow may hand its own command further variables under this prefix; they arrive without it. */
const handedPrefix = 'COUNTERSIGN_AGENT_'
const neverHanded = /^(?:GITHUB_|GH_|ACTIONS_|INPUT_|RUNNER_|NODE_OPTIONS$|LD_|DYLD_|PATH$|HOME$|TMPDIR$)/

type Occasion = { kind: Kind; purpose: AgentRequest<unknown>['purpose']; home: string }

/** The variables an agent gets: an allow-list, its own provider's credentials, and a HOME and TMPDIR of its own. Nothing else. */
export function agentEnvironment(from: Values, { kind, purpose, home }: Occasion): Record<string, string> {
  const names = purpose === 'verify' ? common : [...common, ...providerNames(kind, from)]
  const env: Record<string, string> = {}
  for (const name of names) {
    const value = from[name]
    if (value !== undefined && value !== '') env[name] = value
  }
  const handed = kind === 'command' && purpose !== 'verify' ? handedVariables(from) : {}
  return { ...env, ...handed, PATH: absolutePath(from.PATH), HOME: join(home, 'home'), TMPDIR: join(home, 'tmp') }
}

/** The whole environment, for a command that a person runs by hand. */
export const ownEnvironment = (from: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(from).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))

export async function makeHome(home: string): Promise<void> {
  await mkdir(join(home, 'home'), { recursive: true, mode: 0o700 })
  await mkdir(join(home, 'tmp'), { recursive: true, mode: 0o700 })
}

function providerNames(kind: Kind, from: Values): string[] {
  const hosted = [
    ...(from.CLAUDE_CODE_USE_BEDROCK ? ['CLAUDE_CODE_USE_BEDROCK', ...bedrock] : []),
    ...(from.CLAUDE_CODE_USE_VERTEX ? ['CLAUDE_CODE_USE_VERTEX', ...vertex] : []),
  ]
  if (kind === 'claude') return [...anthropic, ...hosted]
  if (kind === 'codex') return openai
  if (kind === 'gemini') return google
  return [...anthropic, ...hosted, ...openai, ...google]
}

function handedVariables(from: Values): Record<string, string> {
  const handed: Record<string, string> = {}
  for (const [name, value] of Object.entries(from)) {
    const inner = name.startsWith(handedPrefix) ? name.slice(handedPrefix.length) : ''
    if (value !== undefined && inner !== '' && !neverHanded.test(inner)) handed[inner] = value
  }
  return handed
}

/** Relative entries would be looked up in the pull request's own tree. */
const absolutePath = (path: string | undefined): string =>
  (path ?? '')
    .split(':')
    .filter(entry => isAbsolute(entry))
    .join(':') || '/usr/local/bin:/usr/bin:/bin'
