import { readFileSync } from 'node:fs'
import { type Api, type Driven, drive, startApi } from './drive.ts'
import { type Scenario, scenarios } from './expected.ts'
import { type Cli, clis, installed } from './install.ts'
import { type Recorded, saveRecordings } from './record.ts'

/** Two at a time: the CLIs are large, and a machine with two cores is what runs this. */
const parallel = 2
const patienceMs = 60_000

export type Row = { cli: Cli; scenario: string; expected: string; found: string; reason: string; ms: number }

export type Run = { rows: Row[]; recorded: Record<string, Record<string, Recorded>> }

/** Drives every real CLI through every scenario; a row whose `found` differs from `expected` is a fault. */
export async function driveAll(only: readonly Cli[] = clis): Promise<Run> {
  for (const cli of only) installed(cli)
  const api = await startApi()
  const work = scenarios.flatMap(scenario => only.map(cli => ({ cli, scenario })))
  const run: Run = { rows: [], recorded: Object.fromEntries(only.map(cli => [cli, {}])) }
  const worker = async (): Promise<void> => {
    for (let next = work.shift(); next !== undefined; next = work.shift()) await driveOne(next, api, run)
  }
  try {
    await Promise.all(Array.from({ length: parallel }, worker))
  } finally {
    api.close()
  }
  return run
}

async function driveOne({ cli, scenario }: { cli: Cli; scenario: Scenario }, api: Api, run: Run): Promise<void> {
  const { name, deadlineMs = patienceMs } = scenario
  const driven = await drive({ cli, scenario: name, api, deadlineMs })
  const { attempt, written, heard } = driven
  const expected = scenario.expected[cli]
  const found = name.startsWith('write-') ? (written ? 'written' : 'not written') : attempt.result
  run.rows.push({ cli, scenario: name, expected, found, reason: attempt.reason, ms: attempt.durationMs })
  // A recording is only as long as the CLI lived by itself.
  if (found === attempt.result && found !== 'timeout')
    run.recorded[cli] = { ...run.recorded[cli], [name]: { ...attempt.exit, ...heard, expected } }
  if (name === 'ok') run.rows.push(await hostileRow(cli, driven, api))
}

/** What of the hostile checkout, of our environment or of the machine reached the model. */
async function hostileRow(cli: Cli, { key, hostile }: Driven, api: Api): Promise<Row> {
  const calls = (await api.log()).filter(call => call.key.startsWith(key))
  const sent = calls.map(call => call.body).join('\n')
  const hostname = readFileSync('/etc/hostname', 'utf8').trim()
  const secret = [...hostile.words, 'bait-token', 'local-key', ...(hostname.length > 3 ? [hostname] : [])]
  const leaks = secret.filter(word => sent.includes(word))
  const astray = calls.some(call => call.key !== key) ? ['a base URL of the checkout was obeyed'] : []
  const found = [...leaks, ...astray].join(', ') || 'no effect'
  return { cli, scenario: 'hostile checkout', expected: 'no effect', found, reason: `tools: ${calls[0]?.tools.join(' ')}`, ms: 0 }
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
  const only = clis.filter(cli => !clis.some(one => process.argv.includes(one)) || process.argv.includes(cli))
  const { rows, recorded } = await driveAll(only)
  console.log(tableOf(rows))
  if (process.argv.includes('--record')) for (const [cli, scenes] of Object.entries(recorded)) saveRecordings(cli, scenes)
  const faults = rows.filter(row => row.found !== row.expected)
  for (const row of faults)
    console.error(`${row.cli} ${row.scenario}: found "${row.found}", expected "${row.expected}": ${row.reason}`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
