import { type DiffFile, parseDiff } from '../../src/review/diff.ts'
import type { Report, ReportedFinding } from '../../src/review/report.ts'
import { type Sha, shaOf } from '../../src/snapshot/ids.ts'
import { diffBytes } from './diff-fixtures.ts'

const sha = shaOf('a'.repeat(40))
if (!sha) throw new Error('not a SHA')
export const head: Sha = sha

/** One confirmed blocking finding; each case changes one thing. */
export const finding = (change: Partial<ReportedFinding> = {}): ReportedFinding => ({
  title: 'Division by zero',
  body: 'count may be 0 here.',
  path: 'src/app.py',
  line: 4,
  startLine: null,
  side: 'RIGHT',
  severity: 'high',
  confidence: 'confirmed',
  blocking: true,
  origin: 'introduced',
  ...change,
})

export const report = (change: Partial<Report> = {}): Report => ({
  sha: head,
  verdict: 'request-changes',
  summary: 'One thing.',
  findings: [finding()],
  prior: [],
  ...change,
})

export const filesOf = (...names: string[]): DiffFile[] => names.flatMap(name => parseDiff(diffBytes(name)))

/** A file whose diff shows the lines 1 to `count` on both sides. */
export const plainFile = (path: string, count = 60): DiffFile[] =>
  parseDiff(
    `diff --git a/${path} b/${path}\nindex 1111111..2222222 100644\n--- a/${path}\n+++ b/${path}\n@@ -1,${count} +1,${count} @@\n${' x\n'.repeat(count)}`,
  )
