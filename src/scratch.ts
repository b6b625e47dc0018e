import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killMembers } from './agents/process/end-tree.ts'

type Env = Record<string, string | undefined>

const placeOf = (env: Env): string => env.RUNNER_TEMP ?? tmpdir()

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process lives as well.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Names of the scratch folders of runs that are gone without removing them. */
const deadScratch = async (place: string): Promise<string[]> => {
  const names = await readdir(place).catch(() => [])
  return names.filter(name => {
    const pid = /^countersign-run-([1-9]\d*)-/.exec(name)?.[1]
    return pid !== undefined && !isAlive(Number(pid))
  })
}

/** Removes the scratch folders of runs that were killed: copies, worktrees and repositories that their processes left behind. */
export const clearScratch = async (env: Env): Promise<void> => {
  const place = placeOf(env)
  for (const name of await deadScratch(place)) await rm(join(place, name), { recursive: true, force: true }).catch(() => {})
}

/** Ends what killed runs left running: a `git push` and its ssh live on by themselves. All of it has the run's folder in its environment. */
export const endLeftBehind = async (env: Env): Promise<void> => {
  for (const tag of await deadScratch(placeOf(env))) await killMembers({ tag, known: new Map() })
}

/** A scratch folder of this run below the runner's, gone when `use` has settled. */
export const withScratch = async <T>(env: Env, use: (scratch: string) => Promise<T>): Promise<T> => {
  await clearScratch(env)
  const scratch = await mkdtemp(join(placeOf(env), `countersign-run-${process.pid}-`))
  try {
    return await use(scratch)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}
