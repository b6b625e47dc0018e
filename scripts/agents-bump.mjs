/**
 * Moves the pinned agent CLIs to their newest release (or to `CLI@VERSION` as given), writes their lock files anew, then
 * drives the real CLIs through every failure and records what they print: `node scripts/agents-bump.mjs [claude@2.1.400 …]`.
 * A class that changed makes it fail; the recordings then show how the CLI's words moved.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const setup = join(root, 'setup')
const asked = new Map(process.argv.slice(2).map(word => word.split('@')))
const clis = readdirSync(setup, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(entry => entry.name)

function run(program, args, cwd) {
  const done = spawnSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  if (done.status !== 0) throw new Error(`"${program} ${args.join(' ')}" failed with ${done.status}`)
  return done.stdout.trim()
}

for (const [name, version] of asked) {
  if (!clis.includes(name) || !/^\d+\.\d+\.\d+$/.test(version ?? ''))
    throw new Error(`found "${name}@${version}"; expected CLI@1.2.3 with a CLI of ${clis.join(', ')}`)
}

for (const cli of clis) {
  const folder = join(setup, cli)
  const file = join(folder, 'package.json')
  const manifest = JSON.parse(readFileSync(file, 'utf8'))
  const [name] = Object.keys(manifest.dependencies)
  const before = manifest.dependencies[name]
  manifest.dependencies[name] = asked.get(cli) ?? (asked.size > 0 ? before : run('npm', ['view', name, 'version'], folder))
  if (manifest.dependencies[name] === before) continue
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`)
  rmSync(join(folder, 'package-lock.json'), { force: true })
  run('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund'], folder)
  console.log(`${cli} ${before} → ${manifest.dependencies[name]}`)
}

const driven = spawnSync(process.execPath, [join(root, 'test/agents-real/run.ts'), '--record'], { stdio: 'inherit' })
process.exitCode = driven.status ?? 1
