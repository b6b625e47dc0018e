import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { build } from 'vite'
import { hashFile } from '../../scripts/bundle.ts'
import { filesBelow, sourceHash } from '../../scripts/source-hash.ts'

const bundle = async (scratch: string, entries: string[]): Promise<void> => {
  await build({
    configFile: false,
    root: scratch,
    logLevel: 'silent',
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: true,
      target: 'node20',
      outDir: 'dist',
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(entries.map(entry => [entry, join(scratch, 'src', `${entry}.ts`)])),
        output: { entryFileNames: '[name].js', chunkFileNames: 'part.[name]-[hash].js', format: 'es' },
      },
    },
  })
}

/** What keeps a bundle from being made is told to those who need that bundle, not to everybody. */
const attempt = async (scratch: string, entries: string[]): Promise<void> => {
  const present = entries.filter(entry => existsSync(join(scratch, 'src', `${entry}.ts`)))
  try {
    if (present.length > 0) await bundle(scratch, present)
  } catch (error) {
    const why = stripVTControlCharacters(error instanceof Error ? error.message : String(error))
    const failure = JSON.stringify(`${present.join(', ')} cannot be bundled: ${why}`)
    for (const entry of present) writeFileSync(join(scratch, 'dist', `${entry}.js`), `throw new Error(${failure})\n`)
  }
}

/**
 * Bundles the sources of `root` in a second or two, for tests of sources that nobody has built yet: the same entries and
 * assets as the shipped folder has, other bytes. Answers the folder that `folderOf` names for the sources' hash.
 */
export const quickBundle = async (root: string, folderOf: (hash: string) => string): Promise<string> => {
  mkdirSync(join(root, '.build'), { recursive: true })
  const scratch = mkdtempSync(join(root, '.build', 'quick-'))
  try {
    cpSync(join(root, 'src'), join(scratch, 'src'), { recursive: true })
    const hash = sourceHash(root, join(scratch, 'src'))
    mkdirSync(join(scratch, 'dist'))
    await attempt(scratch, ['main', 'post'])
    await attempt(scratch, ['cli'])
    for (const file of filesBelow(join(scratch, 'src'))) {
      if (!file.endsWith('.ts')) cpSync(join(scratch, 'src', file), join(scratch, 'dist', basename(file)))
    }
    writeFileSync(join(scratch, 'dist', 'package.json'), '{"type":"module"}')
    writeFileSync(join(scratch, 'dist', hashFile), `${hash}\n`)
    const folder = folderOf(hash)
    rmSync(folder, { recursive: true, force: true })
    renameSync(join(scratch, 'dist'), folder)
    return folder
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
  }
}
