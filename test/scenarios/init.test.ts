import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { cli } from './run-cli.ts'

test('init writes what a repository needs into the checkout, and a second one overwrites nothing', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'countersign-init-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  expect((await cli(['init'], { cwd })).err).toMatch(/^checkout: found none at /)
  for (const folder of ['.git', 'src']) mkdirSync(join(cwd, folder))
  const first = await cli(['init', '--agents', 'claude'], { cwd: join(cwd, 'src') })
  expect(first.out, first.err).toMatch(/^wrote \.github\/workflows\/review\.yml\n/)
  expect(first.out).toContain('gh secret set ANTHROPIC_API_KEY')
  expect(readdirSync(join(cwd, '.github/workflows')).sort()).toEqual([
    'countersign-mention.yml',
    'countersign-sweep.yml',
    'review.yml',
  ])
  const policy = readFileSync(join(cwd, '.github/countersign.yml'), 'utf8')
  expect(policy).toContain('\nagents: [claude]')
  rmSync(join(cwd, '.github/workflows/review.yml'))
  const second = await cli(['init'], { cwd })
  expect([second.code, second.err]).toEqual([1, expect.stringMatching(/; expected none of them; nothing was written\n/)])
  expect(readdirSync(join(cwd, '.github/workflows'))).toHaveLength(2)
})
