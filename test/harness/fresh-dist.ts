import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildBundles, hashFile } from '../../scripts/bundle.ts'
import { sourceHash } from '../../scripts/source-hash.ts'
import { quickBundle } from './quick-bundle.ts'

export const root = join(import.meta.dirname, '../..')

const kept = join(root, '.build')
const hashOf = (folder: string): string | null =>
  existsSync(join(folder, hashFile)) ? readFileSync(join(folder, hashFile), 'utf8').trim() : null

const folderOf =
  (kind: string) =>
  (hash: string): string =>
    join(kept, `${kind}-${hash.slice(0, 16)}`)

/** Removes the bundles that earlier sources left, the newest few excepted: another test run may be using one. */
const prune = (prefix: string): void => {
  const ageOf = (name: string): number => statSync(join(kept, name)).mtimeMs
  const old = readdirSync(kept)
    .filter(name => name.startsWith(prefix))
    .sort((a, b) => ageOf(b) - ageOf(a))
  for (const name of old.slice(6)) rmSync(join(kept, name), { recursive: true, force: true })
}

/**
 * The folder with the bundles of the sources as they are now: the shipped dist/ where it is up to date, as in every
 * commit that passed build:check; else a quick bundle of what nobody has built yet. No test ever runs a stale bundle.
 */
export const freshDist = async (): Promise<string> => {
  const hash = sourceHash(root, join(root, 'src'))
  for (const folder of [join(root, 'dist'), folderOf('dist')(hash)]) if (hashOf(folder) === hash) return folder
  const folder = await quickBundle(root, folderOf('dist'))
  prune('dist-')
  return folder
}

/** As freshDist, but byte for byte what would be shipped: for measuring. Takes long where dist/ is out of date. */
export const shippedDist = async (): Promise<string> => {
  const hash = sourceHash(root, join(root, 'src'))
  for (const folder of [join(root, 'dist'), folderOf('shipped')(hash)]) if (hashOf(folder) === hash) return folder
  const folder = await buildBundles(root, folderOf('shipped'))
  prune('shipped-')
  return folder
}
