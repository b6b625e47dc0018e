import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readReport, reportJsonSchema } from '../../src/review/report.ts'
import { finding, head, report } from './base.ts'

const complaintAbout = (candidate: unknown): string => {
  const read = readReport(candidate)
  if (read.ok) throw new Error('the report was taken')
  return read.complaint
}

const taken = (candidate: unknown) => {
  const read = readReport(candidate)
  if (!read.ok) throw new Error(read.complaint)
  return read.value
}

describe('a report that is taken', () => {
  it('as the schema says', () => {
    expect(taken(report())).toEqual(report())
  })

  it.each([
    ['a list of one', [report()], report()],
    ['upper case and blanks', { ...report(), verdict: 'Request Changes' }, report()],
    ['underscores', { ...report(), verdict: 'REQUEST_CHANGES' }, report()],
    ['an upper-case SHA with a blank', { ...report(), sha: ` ${head.toUpperCase()}\n` }, report()],
    ['unknown keys', { ...report(), notes: 'x' }, report()],
    ['no prior', { ...report(), prior: undefined }, report()],
    [
      'snake case keys',
      { ...report(), findings: [{ ...finding(), startLine: undefined, start_line: 2 }] },
      report({ findings: [finding({ startLine: 2 })] }),
    ],
    ['flags in quotes', { ...report(), findings: [{ ...finding(), blocking: 'True' }] }, report()],
    [
      'no title',
      { ...report(), findings: [{ ...finding(), title: null, body: 'First.\nMore.' }] },
      report({ findings: [finding({ title: 'First.', body: 'First.\nMore.' })] }),
    ],
  ])('with %s', (_, candidate, wanted) => {
    expect(taken(candidate)).toEqual(wanted)
  })

  it('fills what is missing with what blocks most', () => {
    const bare = { body: 'x', severity: 'high', blocking: true }
    expect(taken({ ...report(), findings: [bare] }).findings).toEqual([
      {
        ...bare,
        title: 'x',
        path: null,
        line: null,
        startLine: null,
        side: 'RIGHT',
        confidence: 'confirmed',
        origin: 'introduced',
      },
    ])
  })
})

describe('a report that is refused', () => {
  it.each([
    [null, 'the answer: found "null", expected one JSON object'],
    ['approve', 'the answer: found "approve", expected one JSON object'],
    [[report(), report()], 'expected one JSON object'],
    [{}, 'verdict: found nothing, expected "approve" or "request-changes"'],
    [{ ...report(), verdict: 'approved' }, 'verdict: found "approved", expected "approve" or "request-changes"'],
    [{ ...report(), findings: undefined }, 'findings: found nothing, expected array'],
    [
      { ...report(), findings: [{ ...finding(), severity: 'blocker' }] },
      'findings[0].severity: found "blocker", expected "critical" or "high" or "medium" or "low"',
    ],
    [{ ...report(), findings: [{ ...finding(), blocking: null }] }, 'findings[0].blocking: found "null", expected boolean'],
    [{ ...report(), findings: [{ ...finding(), side: 'both' }] }, 'findings[0].side: found "BOTH"'],
    [{ ...report(), prior: [{ id: 'x', disposition: 'done', reason: '' }] }, 'prior[0].disposition: found "done"'],
    [{ error: { message: 'overloaded' } }, 'verdict: found nothing'],
  ])('%j', (candidate, complaint) => {
    expect(complaintAbout(candidate)).toContain(complaint)
  })

  it('in a complaint that stays short', () => {
    const many = Array.from({ length: 500 }, () => ({ ...finding(), severity: 'x'.repeat(10_000) }))
    const complaint = complaintAbout({ ...report(), findings: many })
    expect(complaint.length).toBeLessThan(1_500)
    expect(complaint).toContain('495 more of the kind')
  })

  it('however deep it is nested', () => {
    const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)
    expect(complaintAbout({ ...report(), summary: deep, findings: [{ ...finding(), line: deep }] })).toContain(
      'summary: found "a list of 1"',
    )
  })

  it('never in an exception', () => {
    fc.assert(fc.property(fc.jsonValue(), candidate => void readReport(candidate)))
  })
})

describe('the JSON Schema for agents', () => {
  const strictEverywhere = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return
    if ('properties' in schema && typeof schema.properties === 'object') {
      expect(schema).toMatchObject({ additionalProperties: false, required: Object.keys(schema.properties ?? {}) })
    }
    for (const part of Object.values(schema)) strictEverywhere(part)
  }

  it('requires every property and allows no other', () => {
    strictEverywhere(reportJsonSchema)
  })

  it('takes exactly what the reader takes uncoerced', () => {
    const validate = new Ajv({ strict: true }).compile(reportJsonSchema)
    expect(validate(report())).toBe(true)
    expect(validate({ ...report(), verdict: 'approved' })).toBe(false)
    expect(validate({ ...report(), more: 1 })).toBe(false)
  })
})
