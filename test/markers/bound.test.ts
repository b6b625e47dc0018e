import { describe, expect, it } from 'vitest'
import { MARKER_LIMIT } from '../../src/markers/bound.ts'
import { encodeMarker, MarkerTooLarge } from '../../src/markers/encode.ts'
import type { FindingState, StatusMarker, VerdictMarker } from '../../src/markers/schema.ts'
import { A, read, status, verdict } from './sample.ts'

const none = { current: null, previous: null }
const finding = (id: string, change: Partial<FindingState> = {}): FindingState => ({
  id,
  severity: 'high',
  blocking: true,
  path: 'src/a.ts',
  line: 3,
  status: 'new',
  title: 'x'.repeat(100),
  ...change,
})
const many = (amount: number, prefix: string, change: Partial<FindingState> = {}): FindingState[] =>
  Array.from({ length: amount }, (_, index) => finding(`${prefix}${index}`, change))

const kept = (findings: FindingState[]): VerdictMarker => {
  const line = encodeMarker(verdict({ findings }), none)
  expect(line.length).toBeLessThanOrEqual(MARKER_LIMIT)
  const reading = read(line)
  if (reading.kind !== 'ours' || reading.marker.kind !== 'verdict') throw new Error(reading.kind)
  return reading.marker
}
const ids = (marker: VerdictMarker, prefix: string): string[] =>
  marker.findings.map(({ id }) => id).filter(id => id.startsWith(prefix))
const titles = (marker: VerdictMarker, prefix: string): number =>
  marker.findings.filter(({ id, title }) => id.startsWith(prefix) && title !== undefined).length

describe('a verdict that grows too long gives up', () => {
  it('nothing while it fits', () => {
    const findings = [...many(20, 'open'), ...many(20, 'closed', { status: 'fixed' })]
    expect(kept(findings).findings).toEqual(findings)
  })

  it('titles of closed findings first', () => {
    const marker = kept([...many(40, 'open'), ...many(40, 'closed', { status: 'fixed' })])
    expect([titles(marker, 'open'), ids(marker, 'closed').length, titles(marker, 'closed')]).toEqual([40, 40, 0])
  })

  it('then the oldest closed findings', () => {
    const marker = kept([...many(300, 'closed', { status: 'withdrawn' }), ...many(50, 'open')])
    expect(titles(marker, 'open')).toBe(50)
    expect(ids(marker, 'closed')).toContain('closed299')
    expect(ids(marker, 'closed')).not.toContain('closed0')
  })

  it('then titles and places of open ones, never an open finding', () => {
    const path = `src/${'deep/'.repeat(20)}a.ts`
    const marker = kept([...many(130, 'open', { path }), ...many(30, 'closed', { status: 'accepted-risk' })])
    expect([ids(marker, 'open').length, titles(marker, 'open'), ids(marker, 'closed').length]).toEqual([130, 0, 0])
    expect(marker.findings.every(({ path }) => path === null)).toBe(true)
  })

  it('and refuses when open findings alone are too many', () => {
    expect(() => encodeMarker(verdict({ findings: many(400, 'open') }), none)).toThrow(MarkerTooLarge)
  })
})

it('cuts a title to 120 characters and no emoji in two', () => {
  const title = kept([finding('f', { title: `${'x'.repeat(118)}🐞🐞` })]).findings[0]?.title
  expect(title).toBe(`${'x'.repeat(118)}…`)
})

describe('a status comment stays short', () => {
  const run = { id: '1', attempt: 1 }
  const grown = status({
    errors: Array.from({ length: 30 }, () => A),
    history: Array.from({ length: 30 }, (_, at) => ({
      at,
      head: A,
      ending: 'continues' as const,
      reason: 'r'.repeat(999),
      run,
      recoveries: 0,
    })),
    notices: Array.from({ length: 80 }, (_, index) => `n${index}`),
    startsPerAct: Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`c${index}`, 1])),
    starts: {
      life: 9,
      sinceEngagement: 9,
      noVerdict: 0,
      engagement: 0,
      perDay: Object.fromEntries(Array.from({ length: 20 }, (_, day) => [`2026-01-${String(day + 1).padStart(2, '0')}`, 1])),
    },
  })
  const reading = read(encodeMarker(grown, none))
  const marker = (reading.kind === 'ours' ? reading.marker : null) as StatusMarker

  it('by keeping the newest of each list', () => {
    expect(marker.errors).toHaveLength(20)
    expect(marker.history.map(({ at }) => at)).toEqual(Array.from({ length: 20 }, (_, index) => index + 10))
    expect(marker.notices.at(-1)).toBe('n79')
    expect(Object.keys(marker.startsPerAct)).toHaveLength(200)
    expect(Object.keys(marker.starts.perDay)).toEqual(expect.arrayContaining(['2026-01-14', '2026-01-20']))
    expect(Object.keys(marker.starts.perDay)).toHaveLength(7)
  })

  it('never by losing a total', () => {
    expect(marker.starts.life).toBe(9)
  })
})
