import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Trigger } from './event.ts'
import { type Clock, connect, type Fetch } from './github/api.ts'
import { ConfigError } from './github/errors.ts'
import { type Inputs, secretInputs } from './inputs.ts'
import { logLine } from './log.ts'
import { notifierOf } from './notices/notify.ts'
import type { PullRun, RunContext } from './observe/context.ts'
import { noWrites } from './observe/own-writes.ts'
import { scrubSecrets } from './text/secrets.ts'

export type Env = Record<string, string | undefined>

/** What a run needs from the outside: its environment, where lines go, and when it is told to stop. */
export type Outside = {
  env: Env
  say: (line: string) => void
  stop: AbortSignal
}

const isLoopback = (url: string): boolean =>
  URL.canParse(url) && ['127.0.0.1', '[::1]', 'localhost'].includes(new URL(url).hostname)

/** The real clock; a run that is told to end waits for nothing. Against a GitHub on this machine waits may be shortened, so that the whole protocol can be played through. */
export const clockOf = (env: Env, stop: AbortSignal): Clock => {
  const pace = isLoopback(env.GITHUB_API_URL ?? '') ? Math.max(1, Number(env.COUNTERSIGN_PACE ?? '1') || 1) : 1
  const sleep: Clock['sleep'] = (ms, signal) =>
    pause(ms / pace, undefined, { signal: signal === undefined ? stop : AbortSignal.any([stop, signal]) }).catch(() => undefined)
  return { nowMs: () => performance.timeOrigin + performance.now(), sleep }
}

const PROXIES = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY']

/** Node's own fetch knows no proxies; what does is large, and loaded where the runner has one. */
const fetchOf = (env: Env): Fetch =>
  PROXIES.some(name => env[name])
    ? async (url, options) => (await import('./github/proxied-fetch.ts')).proxiedFetch(url, options)
    : fetch

/** Somebody pressed “Re-run jobs”, or “Run workflow” for no request of a comment; a bot that does is named as one. */
const isStartedByHand = (env: Env, act: string | null): boolean =>
  (Number(env.GITHUB_RUN_ATTEMPT ?? '1') > 1 || (env.GITHUB_EVENT_NAME === 'workflow_dispatch' && act === null)) &&
  env.GITHUB_TRIGGERING_ACTOR !== undefined &&
  !env.GITHUB_TRIGGERING_ACTOR.endsWith('[bot]')

export const runOf = (env: Env, inputs: Pick<Inputs, 'jobId' | 'head' | 'act'>): RunContext => {
  const serverUrl = env.GITHUB_SERVER_URL ?? 'https://github.com'
  const inActions = env.GITHUB_ACTIONS === 'true' && env.GITHUB_RUN_ID !== undefined
  const id = inActions ? (env.GITHUB_RUN_ID ?? '') : `local-${process.pid}`
  return {
    id,
    attempt: Number(env.GITHUB_RUN_ATTEMPT ?? '1'),
    job: inActions ? inputs.jobId : null,
    url: inActions ? `${serverUrl}/${env.GITHUB_REPOSITORY}/actions/runs/${id}` : null,
    serverUrl,
    workflow: env.GITHUB_WORKFLOW ?? null,
    event: env.GITHUB_EVENT_NAME ?? null,
    facts: { head: inputs.head ?? null, byHand: isStartedByHand(env, inputs.act) },
    inActions,
  }
}

export const repositoryOf = (env: Env): { owner: string; name: string } => {
  const [owner, name, rest] = (env.GITHUB_REPOSITORY ?? '').split('/')
  if (!owner || !name || rest !== undefined)
    throw new ConfigError(
      `repository: found "${env.GITHUB_REPOSITORY ?? ''}"; expected owner/name in GITHUB_REPOSITORY; run this inside GitHub Actions, or set it`,
    )
  return { owner, name }
}

/** The pull request this run is about: the input first, else the event. */
export const pullOf = (inputs: Pick<Inputs, 'pull'>, trigger: Pick<Trigger, 'name' | 'pull'>): number => {
  const pull = inputs.pull ?? trigger.pull
  if (pull === null)
    throw new ConfigError(
      `pull: found none in the input "pull" nor in the event "${trigger.name}"; expected the number of a pull request; give the input pull, as in pull: \${{ inputs.pull }}`,
    )
  return pull
}

/** Names of variables that hold a secret; short values are words, not keys. */
const SECRET_NAME = /(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i
const SHORTEST_SECRET = 8
const NOTICE_TIMEOUT_MS = 5_000

/** Everything that must leave in no text: the inputs' secrets, and the keys of agents and others in our environment. */
export const secretsOf = (env: Env, inputs: Inputs): string[] => [
  ...inputSecrets(inputs),
  ...Object.entries(env).flatMap(([name, value]) =>
    SECRET_NAME.test(name) && value !== undefined && value.length >= SHORTEST_SECRET ? [value] : [],
  ),
]

const inputSecrets = (inputs: Inputs): string[] =>
  secretInputs.flatMap(name => (inputs[name] ?? '').split('\n').filter(line => line !== '' && !line.startsWith('-----')))

export const pullRunOf = (outside: Outside, inputs: Inputs, number: number): PullRun => {
  const { env, say, stop } = outside
  const secrets = secretsOf(env, inputs)
  const log = (line: string): void => say(logLine(scrubSecrets(line, secrets)))
  const clock = clockOf(env, stop)
  const baseUrl = env.GITHUB_API_URL ?? 'https://api.github.com'
  const api = connect({ token: inputs.token, baseUrl, fetch: fetchOf(env), clock, log, stop })
  return {
    site: { api, target: { ...repositoryOf(env), number } },
    api,
    clock,
    run: runOf(env, inputs),
    named: inputs.reviewer,
    reviewer: inputs.reviewer,
    panel: [],
    keys: { current: inputs.markerKey, previous: inputs.markerKeyPrevious },
    own: noWrites(),
    stop,
    permissions: {},
    nonce: randomUUID,
    scrub: text => scrubSecrets(text, secrets),
    log,
    remember: () => {},
    notify: notifierOf({ ...inputs, stop, timeoutMs: NOTICE_TIMEOUT_MS, warn: log }),
  }
}
