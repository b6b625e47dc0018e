import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buildBundles, hashFile } from '../../scripts/bundle.ts'
import { sourceHash } from '../../scripts/source-hash.ts'

export const root = join(import.meta.dirname, '../..')

const kept = join(root, '.build')
const hashOf = (folder: string): string | null =>
  existsSync(join(folder, hashFile)) ? readFileSync(join(folder, hashFile), 'utf8').trim() : null

/** Removes the bundles that earlier sources left, the newest few excepted: another test run may be using one. */
const prune = (): void => {
  const ageOf = (name: string): number => statSync(join(kept, name)).mtimeMs
  const old = readdirSync(kept)
    .filter(name => name.startsWith('dist-'))
    .sort((a, b) => ageOf(b) - ageOf(a))
  for (const name of old.slice(6)) rmSync(join(kept, name), { recursive: true, force: true })
}

/**
 * The folder with the bundles of the sources as they are now: the shipped dist/ where it is up to date (as in every
 * commit that is released), else one built for their hash. So no test ever runs a stale bundle.
 */
export const freshDist = async (): Promise<string> => {
  const hash = sourceHash(root, join(root, 'src'))
  const folderOf = (made: string): string => join(kept, `dist-${made.slice(0, 16)}`)
  for (const folder of [join(root, 'dist'), folderOf(hash)]) if (hashOf(folder) === hash) return folder
  const folder = await buildBundles(root, folderOf)
  prune()
  return folder
}
