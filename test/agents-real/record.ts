import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Means } from '../../src/agents/process/means.ts'
import { bestMeans } from '../../src/agents/process/supervise.ts'

export type Recorded = { code: number | null; signal: string | null; stdout: string; stderr: string; expected: string }

export const recordings = new URL('../fixtures/agents/recorded/', import.meta.url).pathname

/** The best means, with an ear on both streams of the last command it launched. */
export function listeningMeans(): { means: Means; heard: () => { stdout: string; stderr: string } } {
  const best = bestMeans()
  let streams: { stdout: Buffer[]; stderr: Buffer[] } = { stdout: [], stderr: [] }
  const launch: Means['launch'] = request => {
    const guarded = best.launch(request)
    const own: typeof streams = { stdout: [], stderr: [] }
    streams = own
    guarded.child.stdout?.on('data', (chunk: Buffer) => own.stdout.push(chunk))
    guarded.child.stderr?.on('data', (chunk: Buffer) => own.stderr.push(chunk))
    return guarded
  }
  const heard = () => ({
    stdout: Buffer.concat(streams.stdout).toString('utf8'),
    stderr: Buffer.concat(streams.stderr).toString('utf8'),
  })
  return { means: { ...best, launch }, heard }
}

/** Paths, ids, times and ports differ from run to run and say nothing. */
export const settled = (text: string, folder: string): string =>
  text
    .replaceAll(folder, 'RUN')
    .replaceAll(new URL('../..', import.meta.url).pathname, 'ROOT/')
    .replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, 'UUID')
    .replace(/\d{4}-\d\d-\d\dT\d\d[:-]\d\d[:-]\d\d[.-]\d+Z?/g, 'TIME')
    .replace(/127\.0\.0\.1:\d+/g, 'LOCAL')
    .replace(/countersign-agent-\w+/g, 'HOME')

export function saveRecordings(cli: string, scenarios: Record<string, Recorded>): void {
  mkdirSync(recordings, { recursive: true })
  writeFileSync(join(recordings, `${cli}.json`), `${JSON.stringify(scenarios, null, 1)}\n`)
}
