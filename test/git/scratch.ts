import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openRepository, type Repository } from '../../src/git/repository.ts'
import { type Sha, shaOf } from '../../src/snapshot/ids.ts'

/** A folder that is gone when the test is. */
export const scratchFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-git-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export const sha = (text: string): Sha => {
  const found = shaOf(text.trim())
  if (!found) throw new Error(`"${text}" is no commit id`)
  return found
}

/** `null` removes the file; a link, a program and a submodule are said so. */
export type Content = string | Uint8Array | null | { link: string } | { program: string } | { submodule: string }
export type Tree = Record<string, Content>

const bytesOf = (content: string | Uint8Array): Buffer =>
  typeof content === 'string' ? Buffer.from(content) : Buffer.from(content)

const inline = (mode: string, path: string, content: string | Uint8Array): Buffer => {
  const bytes = bytesOf(content)
  return Buffer.concat([Buffer.from(`M ${mode} inline "${path}"\ndata ${bytes.length}\n`), bytes, Buffer.from('\n')])
}

const change = (path: string, content: Content): Buffer => {
  if (content === null) return Buffer.from(`D "${path}"\n`)
  if (typeof content === 'string' || content instanceof Uint8Array) return inline('100644', path, content)
  if ('link' in content) return inline('120000', path, content.link)
  if ('program' in content) return inline('100755', path, content.program)
  return Buffer.from(`M 160000 ${content.submodule} "${path}"\n`)
}

export type CommitOptions = {
  branch?: string /** The parent; null = none; left out = the branch's tip. */
  from?: Sha | null
  count?: number
}

/** A bare origin, one process a commit: written without git where that can be. */
export class Origin {
  readonly folder = scratchFolder()
  readonly url = `file://${this.folder}`
  #clock = 1_700_000_000

  constructor() {
    for (const name of ['objects', 'refs']) mkdirSync(join(this.folder, name))
    writeFileSync(join(this.folder, 'HEAD'), 'ref: refs/heads/main\n')
    writeFileSync(join(this.folder, 'config'), '[core]\n\tbare = true\n[uploadpack]\n\tallowFilter = true\n')
  }

  #import(input: Buffer): void {
    const env = { PATH: process.env.PATH, HOME: this.folder, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' }
    execFileSync('git', ['fast-import', '--quiet', '--force'], { cwd: this.folder, env, input, stdio: 'pipe' })
  }

  commit(tree: Tree = {}, { branch = 'main', from, count = 1 }: CommitOptions = {}): Sha {
    const parent = from === undefined || from === null ? '' : `from ${from}\n`
    const changes = Buffer.concat(Object.entries(tree).map(([path, content]) => change(path, content)))
    const parts: (string | Buffer)[] = from === undefined ? [] : [`reset refs/heads/${branch}\n`]
    for (let at = 0; at < count; at += 1) {
      this.#clock += 1
      const head = `commit refs/heads/${branch}\ncommitter Dev <dev@example.invalid> ${this.#clock} +0000\ndata 1\nx\n`
      const own = at === 0 && from === undefined && this.has(branch) ? `from refs/heads/${branch}^0\n` : ''
      parts.push(head, at === 0 ? parent || own : '', changes, '\n')
    }
    const input = Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part) : part)))
    this.#import(input)
    return sha(readFileSync(join(this.folder, 'refs/heads', branch), 'utf8'))
  }

  has(branch: string): boolean {
    return existsSync(join(this.folder, 'refs/heads', branch))
  }

  /** Points a ref to a commit, as a push would. */
  point(ref: string, to: Sha): void {
    const place = join(this.folder, ref)
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(place, `${to}\n`)
  }
}

export const opened = async (
  url: string,
  more: Partial<Parameters<typeof openRepository>[0]> = {},
): Promise<Repository & { dir: string }> => {
  const dir = join(scratchFolder(), 'work')
  const repository = await openRepository({ url, token: null, dir, outer: process.env, allowFile: true, ...more })
  if (repository.kind === 'git-failed') throw new Error(repository.message)
  return { ...repository, dir }
}

/** The value of a call that must not fail. */
export const done = async <T extends { kind: string } | unknown[]>(
  call: Promise<T>,
): Promise<Exclude<T, { kind: 'git-failed' }>> => {
  const value = await call
  if (!Array.isArray(value) && 'kind' in value && value.kind === 'git-failed') throw new Error(JSON.stringify(value))
  return value as Exclude<T, { kind: 'git-failed' }>
}
