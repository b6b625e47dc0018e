import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { bundledPackages } from './source-hash.ts'

const packageSchema = z.object({ name: z.string(), version: z.string(), license: z.string().default('see below') })

const noticeIn = (folder: string): string => {
  const file = readdirSync(folder).find(name => /^licen[cs]e/i.test(name))
  return file === undefined
    ? '(the package ships no licence text)'
    : readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim()
}

/** The third-party notices: every package that a bundle may hold, with its licence as the package ships it. */
export const licensesOf = (root: string): string =>
  bundledPackages(root)
    .map(({ folder }) => {
      const { name, version, license } = packageSchema.parse(JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')))
      return `${name} ${version}\n${license}\n\n${noticeIn(join(root, folder))}\n`
    })
    .join(`\n${'-'.repeat(80)}\n\n`)
