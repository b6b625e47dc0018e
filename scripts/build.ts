import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildBundles, bundleBytes, differences, entries } from './bundle.ts'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')

const sizes = (folder: string): string =>
  entries.map(entry => `${entry} ${Math.round(bundleBytes(folder, entry) / 1024)} KiB`).join(', ')

/** A runner fetches the whole action before it does anything. */
const maxMainBytes = 1_500_000

const demandSmall = (folder: string): void => {
  const size = bundleBytes(folder, 'main')
  if (size > maxMainBytes)
    throw new Error(`main.js and its parts have ${size} bytes. Expected at most ${maxMainBytes}: look for a large new import.`)
}

/** Rebuilds into a folder of its own and compares byte for byte with the committed one. */
const check = async (): Promise<void> => {
  const folder = await buildBundles(root, () => join(root, '.build', 'check'))
  try {
    demandSmall(folder)
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
  else {
    await buildBundles(root, () => dist)
    demandSmall(dist)
    console.log(`build  dist/: ${sizes(dist)}`)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
