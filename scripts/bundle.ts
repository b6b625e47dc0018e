import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { minify } from 'terser'
import { licensesOf } from './licenses.ts'
import { filesBelow, sourceHash } from './source-hash.ts'

export const entries = ['main', 'post', 'cli'] as const

/** The size of a bundle in `folder`: its first file and every part that is loaded later. */
export const bundleBytes = (folder: string, entry: string): number =>
  readdirSync(folder)
    .filter(name => name.startsWith(`${entry}.`) && name.endsWith('.js'))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)

/** Where a bundle folder says which sources it was made of. */
export const hashFile = 'sources.sha256'

const run = (command: string, args: string[], cwd: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk
      })
    }
    child.on('error', reject)
    child.on('close', code => {
      // What a tool says of its own insides helps nobody.
      const said = output.replace(/^ +at .*\n/gm, '').trim()
      return code === 0 ? resolve() : reject(new Error(`"${[command, ...args].join(' ')}" ended with ${code}:\n${said}`))
    })
  })

// Types are checked by `npm run typecheck`: here a type error elsewhere must not change or stop what is emitted.
const compile = async (root: string, scratch: string): Promise<void> => {
  const config = { extends: '../../tsconfig.build.json', compilerOptions: { rootDir: 'src', outDir: 'js' }, include: ['src'] }
  writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify(config))
  await run(join(root, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.json', '--noCheck'], scratch)
  // What is no TypeScript is an asset: it stands beside the module that reads it by `new URL('./x', import.meta.url)`.
  for (const file of filesBelow(join(scratch, 'src'))) {
    if (!file.endsWith('.ts')) cpSync(join(scratch, 'src', file), join(scratch, 'js', file))
  }
}

/** What ncc itself would do to the first file of a bundle, for all of them: shorter, functions keep their names for stack traces. */
const smaller = async (code: string): Promise<string> => {
  const { code: made } = await minify(code, {
    module: true,
    compress: false,
    mangle: { keep_classnames: true, keep_fnames: true },
  })
  if (made === undefined) throw new Error('terser made nothing of a bundle. Expected code.')
  return made
}

/** Gives every code file its name in dist/: `main.js`, and `main.123.js` for a part that is loaded later. */
const finishCode = async (out: string, entry: string): Promise<void> => {
  for (const file of filesBelow(out).filter(name => /(^|\.)index\.js$/.test(name))) {
    const code = readFileSync(join(out, file), 'utf8')
    // ncc turns a module that it cannot find into a search at run time, and calls that a success.
    const lost = /eval\("require"\)\("([^"]*)"\)/.exec(code)
    if (lost !== null)
      throw new Error(`"${entry}.js" would look for "${lost[1]}" at run time. Expected everything inside the bundle.`)
    const named = code.replace('"" + chunkId + ".index.js"', `"${entry}." + chunkId + ".js"`)
    writeFileSync(
      join(out, entry + file.replace(/^(?:(\d+)\.)?index\.js$/, (_, id?: string) => (id ? `.${id}.js` : '.js'))),
      await smaller(named),
    )
    rmSync(join(out, file))
  }
}

const bundle = async (root: string, scratch: string, entry: string): Promise<void> => {
  const out = join(scratch, 'out', entry)
  const args = ['build', `js/${entry}.js`, '--out', relative(scratch, out), '--no-cache', '--quiet']
  await run(join(root, 'node_modules/.bin/ncc'), args, scratch)
  await finishCode(out, entry)
}

/** Puts the bundles' folders together. Two assets of one name that differ would overwrite one another: refused. */
const collect = (scratch: string, folder: string): void => {
  mkdirSync(folder, { recursive: true })
  for (const entry of entries) {
    for (const file of filesBelow(join(scratch, 'out', entry))) {
      const [from, to] = [join(scratch, 'out', entry, file), join(folder, file)]
      if (existsSync(to) && !readFileSync(to).equals(readFileSync(from))) {
        throw new Error(
          `"${file}" is an asset of two bundles with different contents. Expected one name for one content: rename one of them.`,
        )
      }
      cpSync(from, to)
    }
  }
}

/**
 * Builds all bundles of `root` into the folder that `folderOf` names for their source hash, replacing it whole.
 * Works on a copy of src, so that an edit during the build cannot give a bundle of mixed sources. Answers the folder.
 */
export const buildBundles = async (root: string, folderOf: (hash: string) => string): Promise<string> => {
  mkdirSync(join(root, '.build'), { recursive: true })
  const scratch = mkdtempSync(join(root, '.build', 'scratch-'))
  try {
    cpSync(join(root, 'src'), join(scratch, 'src'), { recursive: true })
    const hash = sourceHash(root, join(scratch, 'src'))
    await compile(root, scratch)
    await Promise.all(entries.map(entry => bundle(root, scratch, entry)))
    const made = join(scratch, 'dist')
    collect(scratch, made)
    writeFileSync(join(made, 'licenses.txt'), licensesOf(root))
    writeFileSync(join(made, hashFile), `${hash}\n`)
    const folder = folderOf(hash)
    rmSync(folder, { recursive: true, force: true })
    renameSync(made, folder)
    return folder
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** The differences between two bundle folders, one line a file; empty = byte for byte the same. */
export const differences = (expected: string, found: string): string[] => {
  const names = [...new Set([expected, found].flatMap(folder => (existsSync(folder) ? filesBelow(folder) : [])))].sort()
  return names.flatMap(name => {
    const [a, b] = [join(expected, name), join(found, name)]
    if (!existsSync(b)) return [`${name}: missing`]
    if (!existsSync(a)) return [`${name}: not made by the build`]
    return readFileSync(a).equals(readFileSync(b)) ? [] : [`${name}: differs`]
  })
}
