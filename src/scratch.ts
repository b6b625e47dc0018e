import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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

/** Removes the scratch folders of runs that were killed: copies, worktrees and repositories that their processes left behind. */
export const clearScratch = async (env: Env): Promise<void> => {
  const place = placeOf(env)
  const names = await readdir(place).catch(() => [])
  for (const name of names) {
    const pid = /^countersign-run-([1-9]\d*)-/.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(place, name), { recursive: true, force: true }).catch(() => {})
  }
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
