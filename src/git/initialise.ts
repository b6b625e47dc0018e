import { mkdir } from 'node:fs/promises'
import type { GitFailure } from './failure.ts'
import type { GitRunner } from './run-git.ts'

/** Makes an empty bare repository without hooks, templates or remotes; null when it is there. */
export const initialise = async (git: GitRunner, gitDir: string): Promise<GitFailure | null> => {
  await mkdir(gitDir, { recursive: true })
  const made = await git({ args: ['init', '--quiet', '--bare', '--template=', gitDir], timeoutMs: 60_000, maxBytes: 4_096 })
  return made.kind === 'ok' ? null : made
}
