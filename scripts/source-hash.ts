import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import * as z from 'zod'

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().default(''),
      integrity: z.string().default(''),
      dev: z.boolean().default(false),
      optional: z.boolean().default(false),
    }),
  ),
})

const lockedPackages = (root: string) => {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  return Object.entries(packages).map(([folder, entry]) => ({ folder, ...entry }))
}

/** Every package that a bundle may hold, as the lock file has it. `folder` is relative to `root`. */
export const bundledPackages = (root: string) =>
  lockedPackages(root).filter(({ folder, dev, optional }) => folder !== '' && !dev && !optional)

const buildTools = ['node_modules/@vercel/ncc', 'node_modules/terser', 'node_modules/typescript']
const buildFiles = ['tsconfig.json', 'tsconfig.build.json', 'scripts/bundle.ts', 'scripts/licenses.ts']

/** Every file below `folder`, as paths relative to it, in one order on every machine. */
export const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()

/** One hash over all that the bundles are made of: the files in `sources`, the build's own files, packages and tools. */
export const sourceHash = (root: string, sources: string): string => {
  const hash = createHash('sha256')
  const add = (name: string, content: string | Buffer): void => {
    hash.update(`${name}\0${content.length}\0`).update(content)
  }
  for (const file of filesBelow(sources)) add(`src/${file}`, readFileSync(join(sources, file)))
  for (const file of buildFiles) add(file, readFileSync(join(root, file)))
  const tools = lockedPackages(root).filter(({ folder }) => buildTools.includes(folder))
  for (const { folder, integrity } of [...bundledPackages(root), ...tools]) add(folder, integrity)
  return hash.digest('hex')
}
