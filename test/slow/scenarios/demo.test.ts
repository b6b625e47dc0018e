import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { cli } from '../../scenarios/run-cli.ts'

type Row = [what: string, writes: number, log: RegExp]

const REVIEW = 5
const more: Row[] = [
  ['hide the review before it', 1, /apply +hide/],
  ['write down what is to be mended', 1, /apply +fix tasks/],
  ['hand over to a person', 2, /apply +escalation comment/],
]

/** What the demo's first lines say that such a run writes. */
const writesOf = (log: string): number => {
  if (/ claim .* fix of /.test(log)) return 8
  return / publish /.test(log) ? more.reduce((sum, [, writes, line]) => sum + (line.test(log) ? writes : 0), REVIEW) : 0
}

test('the demo plays every loop to its end, and its requests are what its first lines say', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'countersign-demo-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }))
  const { code, out, err } = await cli(['demo'], { cwd })
  expect(code, err).toBe(0)
  expect(out).toMatch(/^ {2}A review takes 9 API requests, 4 reads and 5 writes; 1 write more to hide the review before it,$/m)
  const [, ...played] = out.split(/^ {2}> (?=run|job)/m)
  const counted = played.map(log => Number(/API requests: \d+ \(\d+ reads?, (\d+) writes?\)/.exec(log)?.[1]))
  expect(counted).toEqual(played.map(writesOf))
  expect(
    played.filter(log => /^job: .*\(#\d, second job on (?:pull_request opened|workflow_dispatch)\)$/m.test(log)),
  ).toHaveLength(4)
  expect(out).toMatch(/^ {2}loop of #3: 3 jobs, 1 fix pushed, .*; at the end reviewed: approved$/m)
  expect(out).toMatch(/^ {2}loop of #4: 6 jobs, 2 fixes pushed, .*; at the end waiting: paused: handed to a person/m)
  expect(out).not.toMatch(/\b1 (?:reads|writes|files|inline comments)\b/)
})
