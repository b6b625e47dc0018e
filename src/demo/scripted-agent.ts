import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Report } from '../review/report.ts'
import { plantedFaults } from './faults.ts'

/** What the brief says of earlier findings, as far as the script needs it. */
type Known = { head: string; prior: { id: string; title: string }[] }

const sourcesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter(entry => entry.isFile() && entry.name.endsWith('.js'))
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()

const findingsIn = async (folder: string): Promise<Report['findings']> => {
  const found: Report['findings'] = []
  for (const path of await sourcesIn(folder)) {
    const lines = (await readFile(join(folder, path), 'utf8')).split('\n')
    for (const [index, line] of lines.entries())
      for (const fault of plantedFaults)
        if (fault.pattern.test(line))
          found.push({
            ...fault.finding,
            path,
            line: index + 1,
            startLine: null,
            side: 'RIGHT',
            confidence: 'confirmed',
            blocking: true,
            origin: 'introduced',
          })
  }
  return found
}

const dispositionOf = (prior: Known['prior'][number], found: Report['findings']): Report['prior'][number] => {
  const open = found.some(finding => finding.title === prior.title)
  return {
    id: prior.id,
    disposition: open ? 'still-open' : 'fixed',
    reason: open ? 'the line is still there' : 'the line is gone',
  }
}

/** The report of the demo's agent: no model, only a list of the faults that the demo itself planted. */
export const scriptedReport = async (folder: string, { head, prior }: Known): Promise<Report> => {
  const findings = await findingsIn(folder)
  return {
    sha: head,
    verdict: findings.length > 0 ? 'request-changes' : 'approve',
    summary: `This is the demo's scripted agent, not a model: it looks for the faults that the demo planted. It found ${findings.length}.`,
    findings,
    prior: prior.map(one => dispositionOf(one, findings)),
  }
}

/** Mends the planted faults in the files of the folder, each in its one way; says what it did. */
export const scriptedFix = async (folder: string): Promise<string> => {
  const mended: string[] = []
  for (const path of await sourcesIn(folder)) {
    const text = await readFile(join(folder, path), 'utf8')
    const faults = plantedFaults.filter(fault => fault.pattern.test(text))
    if (faults.length === 0) continue
    // Each by its own first state: a fault that one of them brings back is for the next review to find.
    const lines = text.split('\n').map(line => {
      const fault = faults.find(one => one.pattern.test(line))
      return fault === undefined ? line : line.replace(fault.pattern, fault.mended)
    })
    await writeFile(join(folder, path), lines.join('\n'))
    mended.push(path)
  }
  return `The demo's script changed ${mended.join(', ') || 'nothing'}.`
}
