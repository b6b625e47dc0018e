import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { stringify } from 'yaml'
import { asksForFix } from './reports.ts'
import { cli } from './run-cli.ts'

const AGENT = join(import.meta.dirname, '../fixtures/agents/scripted-reviewer.mjs')

/** A checkout with one committed and one uncommitted change on a branch, and a scripted agent in its policy. */
const checkout = (...answers: object[]): string => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-checkout-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const git = (...args: string[]) => {
    const done = spawnSync(
      'git',
      ['-c', 'user.name=dev', '-c', 'user.email=dev@localhost', '-c', 'init.defaultBranch=main', ...args],
      { cwd: folder },
    )
    if (done.status !== 0) throw new Error(String(done.stderr))
  }
  const script = join(folder, '.git-script.json')
  writeFileSync(script, JSON.stringify({ answers }))
  git('init', '-q')
  writeFileSync(join(folder, '.git/info/exclude'), '.git-script*\n')
  writeFileSync(join(folder, 'a.js'), 'one\n')
  spawnSync('mkdir', ['-p', join(folder, '.github')])
  const policy = { agents: ['scripted'], commands: { scripted: { run: [process.execPath, AGENT, script] } } }
  writeFileSync(join(folder, '.github/countersign.yml'), stringify(policy))
  git('add', '-A')
  git('commit', '-qm', 'one')
  git('checkout', '-qb', 'topic')
  writeFileSync(join(folder, 'a.js'), 'one\ntwo\n')
  git('commit', '-qam', 'two')
  writeFileSync(join(folder, 'a.js'), 'one\ntwo\nthree, not committed\n')
  writeFileSync(join(folder, 'new.txt'), 'git does not know me\n')
  return folder
}

test('review --base prints the findings of this checkout with file:line, and exits 1 when one blocks', async () => {
  const finding = { ...asksForFix().report.findings[0], path: 'a.js', line: 3 }
  const cwd = checkout({ report: { ...asksForFix().report, findings: [finding] } })
  const said = await cli(['review', '--base', 'main'], { cwd })
  expect(said.out, said.err).toContain('a.js:3: high, blocking: Division by zero\n    An empty list gives NaN.\n')
  expect(said.out).toContain('changes requested: 1 blocking finding, 1 finding in all')
  expect(said.code).toBe(1)
  expect(said.err).toMatch(
    /^reviewing topic \([0-9a-f]{7}\) against main, from [0-9a-f]{7}; 1 changed file that is not committed is included; 1 file that git does not know is not\n/,
  )
})

test.each([
  ['no base', ['review'], /--base: found none; expected the branch to compare with/],
  [
    'a limit of cycles that is none',
    ['rerun', 'octo/hello#1', '--max-cycles', '1e9'],
    /--max-cycles: found "1e9"; expected a whole number from 1 to 20/,
  ],
  ['an unknown command', ['reveiw'], /command: found "reveiw"; expected one of .*; did you mean "review"\?/],
])('wrong use is told: %s', async (_, args, words) => {
  const said = await cli(args, { cwd: checkout() })
  expect(said.err).toMatch(words)
  expect(said.code).toBeGreaterThan(0)
})
