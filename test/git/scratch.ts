import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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

const author = {
  GIT_AUTHOR_NAME: 'Dev',
  GIT_AUTHOR_EMAIL: 'dev@example.invalid',
  GIT_COMMITTER_NAME: 'Dev',
  GIT_COMMITTER_EMAIL: 'dev@example.invalid',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
}

/** `null` removes the file, `{link}` is a symbolic link. */
export type Tree = Record<string, string | Uint8Array | null | { link: string }>

/** An origin as people push to it, with its work tree. */
export class Origin {
  readonly folder = scratchFolder()
  readonly url = `file://${this.folder}/.git`

  constructor() {
    this.git('init', '--quiet', '-b', 'main')
    this.git('config', 'uploadpack.allowFilter', 'true')
  }

  git(...args: string[]): string {
    return execFileSync('git', args, {
      cwd: this.folder,
      env: { PATH: process.env.PATH, HOME: this.folder, ...author },
      encoding: 'utf8',
      stdio: 'pipe',
    })
  }

  write(tree: Tree): void {
    for (const [path, content] of Object.entries(tree)) {
      const place = join(this.folder, path)
      mkdirSync(dirname(place), { recursive: true })
      if (content === null) rmSync(place)
      else if (typeof content === 'string' || content instanceof Uint8Array) writeFileSync(place, content)
      else symlinkSync(content.link, place)
    }
  }

  commit(tree: Tree = {}): Sha {
    this.write(tree)
    this.git('add', '-A', '-f')
    this.git('commit', '--quiet', '--allow-empty', '-m', 'change')
    return sha(this.git('rev-parse', 'HEAD'))
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
