import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const setup = new URL('../../setup/', import.meta.url).pathname
const clis = readdirSync(setup, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(entry => entry.name)
const jsonOf = (file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(setup, file), 'utf8')) as Record<string, unknown>

describe.each(clis)('the lock file of %s', cli => {
  const packages = Object.entries(jsonOf(`${cli}/package-lock.json`).packages as Record<string, Record<string, unknown>>).filter(
    ([name]) => name !== '',
  )

  test('has a hash for every package, and no address', () => {
    expect(packages.length).toBeGreaterThan(0)
    expect(packages.filter(([, entry]) => !String(entry.integrity).startsWith('sha512-') || 'resolved' in entry)).toEqual([])
  })

  test('pins one exact version', () => {
    expect(Object.values(jsonOf(`${cli}/package.json`).dependencies as Record<string, string>)).toEqual([
      expect.stringMatching(/^\d+\.\d+\.\d+$/),
    ])
  })
})

describe('the setup action', () => {
  function plan(agents: string) {
    const folder = mkdtempSync(join(tmpdir(), 'countersign-test-'))
    const output = join(folder, 'output')
    const env = { PATH: process.env.PATH, AGENTS: agents, RUNNER_TEMP: folder, GITHUB_OUTPUT: output }
    const done = spawnSync(process.execPath, [join(setup, 'install.mjs'), 'plan'], { env, encoding: 'utf8' })
    return { code: done.status, said: done.stdout, output: existsSync(output) ? readFileSync(output, 'utf8') : '' }
  }

  test('names a cache that depends on the chosen lock files alone', () => {
    const keyOf = (agents: string) => /^key=(.*)$/m.exec(plan(agents).output)?.[1]
    expect(keyOf('claude, codex')).toBe(keyOf(' CLAUDE,codex,claude '))
    expect(keyOf('claude')).not.toBe(keyOf('gemini'))
  })

  test.each([
    ['', 'found nothing'],
    ['claude, gpt', 'found "gpt"; expected some of claude, codex, gemini'],
    ['../x', 'found "..?x"'],
  ])('refuses "%s"', (agents, message) => expect(plan(agents)).toMatchObject({ code: 1, said: expect.stringContaining(message) }))

  test('passes its input by the environment and leaves no shell behind', () => {
    const text = readFileSync(join(setup, 'action.yml'), 'utf8')
    const lines = text.match(/^ *run: .*$/gm) ?? []
    expect(lines.length).toBe(2)
    expect(lines.filter(line => !line.includes('run: exec ') || line.includes('${{'))).toEqual([])
    expect(text).toMatch(/uses: actions\/cache@[0-9a-f]{40} # v\d/)
  })
})
