import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Stage } from './stage.ts'

type Said = { code: number | null; out: string; err: string }

/** The bundled command line in a folder, with no environment but a path, a home and what is handed over. */
export const cli = (args: string[], { cwd, env = {} }: { cwd: string; env?: Record<string, string> }): Promise<Said> =>
  new Promise(resolve => {
    const child = spawn(process.execPath, [join(inject('dist'), 'cli.js'), ...args], {
      cwd,
      env: { PATH: process.env.PATH, HOME: cwd, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const said: Said = { code: null, out: '', err: '' }
    child.stdout.on('data', chunk => {
      said.out += chunk
    })
    child.stderr.on('data', chunk => {
      said.err += chunk
    })
    child.on('close', code => resolve({ ...said, code }))
  })

/** The same under somebody's own token, against the GitHub of the scene, later than any replica lags. */
export const cliAs = ({ github, folder }: Pick<Stage, 'github' | 'folder'>, login: string, ...args: string[]): Promise<Said> => {
  github.tick(15)
  return cli(args, { cwd: folder, env: { GITHUB_TOKEN: `${login}-token`, GITHUB_API_URL: github.url } })
}
