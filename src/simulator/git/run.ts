import { execFileSync } from 'node:child_process'

/** Git sees nothing of the machine it runs on: no user's configuration, no prompts. */
export const gitEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  LC_ALL: 'C',
})

const outputBytes = 1 << 28

export type GitRun = { input?: string | Buffer; env?: Record<string, string> }

/** Runs git in a bare repository and answers its output; throws what git printed. */
export function git(dir: string, args: string[], run: GitRun = {}): Buffer {
  return execFileSync('git', [`--git-dir=${dir}`, ...args], {
    env: { ...gitEnvironment(), ...run.env },
    maxBuffer: outputBytes,
    stdio: ['pipe', 'pipe', 'pipe'],
    input: run.input ?? '',
  })
}

export const gitText = (dir: string, args: string[], run: GitRun = {}): string => git(dir, args, run).toString('utf8').trimEnd()

/** As `gitText`, or null when git says no. */
export function tryGit(dir: string, args: string[], run: GitRun = {}): string | null {
  try {
    return gitText(dir, args, run)
  } catch {
    return null
  }
}
