import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The webhook event that started the run: its name and its payload as GitHub sends it. */
export type TriggeringEvent = { name: string; payload: object }

export type StepSettings = {
  event: TriggeringEvent
  /** `owner/name`. */
  repository: string
  /** Names as in action.yml; the runner upper-cases them and keeps hyphens. */
  inputs: Record<string, string>
  /** What an earlier step of this action saved: given to its post step. */
  state: Record<string, string>
  /** Added last: GITHUB_API_URL, GITHUB_RUN_ID and so on. */
  env: Record<string, string>
}

const commandFiles = ['OUTPUT', 'STATE', 'ENV', 'PATH', 'STEP_SUMMARY'] as const
export type CommandFiles = Record<(typeof commandFiles)[number], string>

/** Makes the empty files that a step answers through, in `folder`. */
export const makeCommandFiles = (folder: string): CommandFiles => {
  const make = (name: string): string => {
    const file = join(folder, `${name.toLowerCase()}_${randomUUID()}`)
    writeFileSync(file, '')
    return file
  }
  return {
    OUTPUT: make('OUTPUT'),
    STATE: make('STATE'),
    ENV: make('ENV'),
    PATH: make('PATH'),
    STEP_SUMMARY: make('STEP_SUMMARY'),
  }
}

const prefixed = (prefix: string, values: Record<string, string>, nameOf: (name: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}${nameOf(name)}`, value]))

/** The whole environment of a step: nothing of ours but PATH reaches it. `folder` takes the place of the runner's own. */
export const stepEnvironment = (settings: StepSettings, files: CommandFiles, folder: string): Record<string, string> => {
  const eventPath = join(folder, 'event.json')
  writeFileSync(eventPath, JSON.stringify(settings.event.payload))
  return {
    PATH: process.env.PATH ?? '/usr/bin:/bin',
    HOME: folder,
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_EVENT_NAME: settings.event.name,
    GITHUB_EVENT_PATH: eventPath,
    GITHUB_REPOSITORY: settings.repository,
    GITHUB_REPOSITORY_OWNER: settings.repository.split('/')[0] ?? '',
    GITHUB_WORKSPACE: folder,
    GITHUB_WORKFLOW: 'review',
    GITHUB_WORKFLOW_REF: `${settings.repository}/.github/workflows/review.yml@refs/heads/main`,
    GITHUB_RUN_ID: '1',
    GITHUB_RUN_NUMBER: '1',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_JOB: 'review',
    GITHUB_ACTION: '__self',
    GITHUB_ACTOR: 'octocat',
    GITHUB_REF: 'refs/heads/main',
    GITHUB_SHA: '0'.repeat(40),
    GITHUB_SERVER_URL: 'https://github.com',
    // Where nothing listens: a test that forgets to say where the API is fails at once and reaches nobody.
    GITHUB_API_URL: 'http://127.0.0.1:9',
    GITHUB_GRAPHQL_URL: 'http://127.0.0.1:9/graphql',
    RUNNER_OS: process.platform === 'darwin' ? 'macOS' : 'Linux',
    RUNNER_ARCH: process.arch === 'arm64' ? 'ARM64' : 'X64',
    RUNNER_ENVIRONMENT: 'github-hosted',
    RUNNER_TEMP: folder,
    RUNNER_TOOL_CACHE: folder,
    RUNNER_TRACKING_ID: `github_${randomUUID()}`,
    ...prefixed('GITHUB_', files, name => name),
    ...prefixed('INPUT_', settings.inputs, name => name.replaceAll(' ', '_').toUpperCase()),
    ...prefixed('STATE_', settings.state, name => name),
    ...settings.env,
  }
}
