/**
 * The two steps of setup/action.yml. `plan` checks the wanted agents and names the cache; `install` installs them from the
 * lock files beside this script and puts one folder with exactly their commands on the PATH.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const here = import.meta.dirname
const known = readdirSync(here).filter(name => existsSync(join(here, name, 'package-lock.json')))
const base = process.env.RUNNER_TOOL_CACHE ?? process.env.RUNNER_TEMP ?? tmpdir()
const cache = join(base, 'countersign-npm-cache')
const root = join(process.env.RUNNER_TEMP ?? tmpdir(), 'countersign-agents')
const bin = join(root, 'bin')

function fail(message) {
  console.log(`::error::${message}`)
  process.exit(1)
}

function wantedAgents() {
  const names = (process.env.AGENTS ?? '').split(',').map(name => name.trim().toLowerCase())
  const wanted = [...new Set(names.filter(name => name !== ''))]
  const unknown = wanted.find(name => !known.includes(name))
  if (unknown !== undefined)
    fail(`agents: found "${unknown.replace(/[^\w.-]/g, '?')}"; expected some of ${known.join(', ')}, separated by commas`)
  if (wanted.length === 0) fail(`agents: found nothing; expected some of ${known.join(', ')}, separated by commas`)
  return wanted
}

const setOutput = (name, value) => appendFileSync(process.env.GITHUB_OUTPUT ?? '/dev/null', `${name}=${value}\n`)

function plan() {
  const hash = createHash('sha256')
  for (const agent of wantedAgents()) hash.update(readFileSync(join(here, agent, 'package-lock.json')))
  setOutput('cache', cache)
  setOutput('key', `countersign-agents-${process.platform}-${process.arch}-${hash.digest('hex').slice(0, 32)}`)
}

/** npm refuses what differs from the lock file's hashes. A folder of its own keeps the checkout's configuration out. */
function install(agent) {
  const folder = join(root, agent)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(here, agent, file), join(folder, file))
  const args = ['ci', '--cache', cache, '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']
  const done = spawnSync('npm', args, { cwd: folder, stdio: 'inherit' })
  if (done.status !== 0)
    fail(
      `npm ci of ${agent} failed (${done.error?.message ?? `exit code ${done.status}`}); npm and access to its registry are needed`,
    )
  const command = join(folder, 'node_modules', '.bin', agent)
  if (!existsSync(command)) fail(`the package of ${agent} brought no command "${agent}"`)
  symlinkSync(command, join(bin, agent))
  const version = spawnSync(join(bin, agent), ['--version'], { encoding: 'utf8', timeout: 60_000 })
  if (version.status !== 0)
    fail(`"${agent} --version" failed (${version.error?.message ?? `exit code ${version.status}`}): ${version.stderr ?? ''}`)
  console.log(`setup    ${agent} ${version.stdout.trim()}`)
}

if (process.argv[2] === 'plan') plan()
else {
  rmSync(bin, { recursive: true, force: true })
  mkdirSync(bin, { recursive: true })
  for (const agent of wantedAgents()) install(agent)
  setOutput('bin', bin)
  appendFileSync(process.env.GITHUB_PATH ?? '/dev/null', `${bin}\n`)
}
