import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = new URL('../..', import.meta.url).pathname
export const clis = ['claude', 'codex', 'gemini'] as const
export type Cli = (typeof clis)[number]

/** Installs a CLI from its committed lock file into the cache folder, unless that very lock file is installed there; answers its bin folder. */
export function installed(cli: Cli): string {
  const folder = join(root, '.build/agents', cli)
  const lock = readFileSync(join(root, 'setup', cli, 'package-lock.json'), 'utf8')
  const stamp = join(folder, 'installed-lock.json')
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lock) {
    mkdirSync(folder, { recursive: true })
    for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(root, 'setup', cli, file), join(folder, file))
    // A CLI's own install script puts its program in place; this project's .npmrc, which runs none, is handed down by the environment.
    const result = spawnSync('npm', ['ci', '--ignore-scripts=false', '--no-audit', '--no-fund', '--loglevel=error'], {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    if (result.status !== 0) throw new Error(`npm ci of ${cli} failed with ${result.status}`)
    writeFileSync(stamp, lock)
  }
  return join(folder, 'node_modules/.bin')
}
