import { readFileSync } from 'node:fs'
import { drive, startApi } from './drive.ts'
import { scenarios } from './expected.ts'
import { type Cli, clis, installed } from './install.ts'

/** Two at a time: the CLIs are large, and a machine with two cores is what runs this. */
const parallel = 2
const patienceMs = 60_000

export type Row = { cli: Cli; scenario: string; expected: string; found: string; reason: string; ms: number }

/** Drives every real CLI through every scenario; a row whose `found` differs from `expected` is a fault. */
export async function driveAll(only: readonly Cli[] = clis): Promise<Row[]> {
  for (const cli of only) installed(cli)
  const api = await startApi()
  const hostname = readFileSync('/etc/hostname', 'utf8').trim()
  const work = scenarios.flatMap(scenario => only.map(cli => ({ cli, scenario })))
  const rows: Row[] = []
  const worker = async (): Promise<void> => {
    for (let next = work.shift(); next !== undefined; next = work.shift()) {
      const { cli, scenario } = next
      const { attempt, key, hostile } = await drive({
        cli,
        scenario: scenario.name,
        api,
        deadlineMs: scenario.deadlineMs ?? patienceMs,
      })
      const expected = scenario.expected[cli] ?? 'ok'
      rows.push({ cli, scenario: scenario.name, expected, found: attempt.result, reason: attempt.reason, ms: attempt.durationMs })
      if (scenario.name !== 'ok') continue
      const calls = (await api.log()).filter(call => call.key.startsWith(key))
      const sent = calls.map(call => call.body).join('\n')
      const leaks = [...hostile.words, 'bait-token', 'local-key', ...(hostname.length > 3 ? [hostname] : [])].filter(word =>
        sent.includes(word),
      )
      const astray = calls.some(call => call.key !== key) ? ['a base URL of the checkout was obeyed'] : []
      rows.push({
        cli,
        scenario: 'hostile checkout',
        expected: 'no effect',
        found: [...leaks, ...astray].join(', ') || 'no effect',
        reason: `tools: ${calls[0]?.tools.join(' ')}`,
        ms: 0,
      })
    }
  }
  try {
    await Promise.all(Array.from({ length: parallel }, worker))
  } finally {
    api.close()
  }
  return rows
}

/** The table real CLI × failure → class, for people. */
export function tableOf(rows: Row[]): string {
  const names = [...new Set(rows.map(row => row.scenario))]
  const cell = (cli: Cli, scenario: string): string => {
    const row = rows.find(one => one.cli === cli && one.scenario === scenario)
    if (row === undefined) return ''
    return row.found === row.expected ? row.found : `${row.found} (expected ${row.expected})`
  }
  const lines = names.map(name => `| ${[name, ...clis.map(cli => cell(cli, name))].join(' | ')} |`)
  return [`| failure | ${clis.join(' | ')} |`, '|---|---|---|---|', ...lines].join('\n')
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const only = clis.filter(cli => process.argv.length === 2 || process.argv.includes(cli))
  const rows = await driveAll(only)
  console.log(tableOf(rows))
  const faults = rows.filter(row => row.found !== row.expected)
  for (const row of faults)
    console.error(`${row.cli} ${row.scenario}: found "${row.found}", expected "${row.expected}": ${row.reason}`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
