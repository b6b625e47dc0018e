import type { Version } from './adapters/adapter.ts'
import { versionOf } from './adapters/version.ts'
import type { Means } from './process/means.ts'
import { supervise } from './process/supervise.ts'

export type VersionQuery = { path: string; env: Record<string, string>; cwd: string; stop: AbortSignal }

const deadlineMs = 15_000
const read = new Map<string, Version | null>()

/** What `--version` of an installed CLI says, asked once per program; null when it says nothing readable. */
export async function installedVersion({ path, env, cwd, stop }: VersionQuery, means: Means): Promise<Version | null> {
  const known = read.get(path)
  if (known !== undefined) return known
  const ended = await supervise(
    {
      argv: [path, '--version'],
      cwd,
      env,
      input: '',
      deadlineMs,
      silenceMs: null,
      graceMs: 500,
      first: 'SIGTERM',
      stop,
      onStop: () => {},
    },
    means,
  )
  if (ended.cause === 'cancelled' || ended.cause === 'head-moved') return null
  const version = ended.cause === 'exit' && ended.exit.code === 0 ? versionOf(ended.stdout.head) : null
  read.set(path, version)
  return version
}
