import { existsSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildBundles, differences, entries } from './bundle.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')

const sizes = (folder: string): string =>
  entries
    .filter(entry => existsSync(join(folder, `${entry}.js`)))
    .map(entry => `${entry}.js ${Math.round(statSync(join(folder, `${entry}.js`)).size / 1024)} KiB`)
    .join(', ')

/** Rebuilds into a folder of its own and compares byte for byte with the committed one. */
const check = async (): Promise<void> => {
  const folder = await buildBundles(root, () => join(root, '.build', 'check'))
  try {
    const found = differences(folder, dist)
    if (found.length === 0) return console.log(`build:check  dist/ equals a fresh build: ${sizes(dist)}`)
    console.error(
      `build:check  dist/ is not what src/ builds to:\n${found.map(line => `  ${line}`).join('\n')}\nRun "npm run build" and commit dist/.`,
    )
    process.exitCode = 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

try {
  if (process.argv.includes('--check')) await check()
  else console.log(`build  dist/: ${sizes(await buildBundles(root, () => dist))}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
