import { describe, expect, it } from 'vitest'
import { scripts, sources, tests } from './source.ts'

const everything = [...sources, ...scripts, ...tests]
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const functionsOf = (files: typeof sources) =>
  files.flatMap(({ path, functions }) =>
    functions.filter(({ isSuite }) => !isSuite).map(written => ({ ...written, at: `${path} ${written.name}` })),
  )

describe('files', () => {
  it('have at most 250 lines', () => {
    expect(everything.filter(({ lines }) => lines > 250).map(({ path, lines }) => `${path} has ${lines}`)).toEqual([])
  })

  it('have at most 90 lines in the median', () => expect(median(sources.map(({ lines }) => lines))).toBeLessThanOrEqual(90))

  it.each([
    [/^src\/main\.ts$/, 40],
    [/^src\/modes\/[^/]*\.ts$/, 80],
  ])('%s have at most %d lines', (pattern, most) => {
    expect(
      sources.filter(({ path, lines }) => pattern.test(path) && lines > most).map(({ path, lines }) => `${path} has ${lines}`),
    ).toEqual([])
  })
})

describe('functions', () => {
  it('have at most 60 lines, suites of tests excepted', () => {
    expect(
      functionsOf(everything)
        .filter(({ lines }) => lines > 60)
        .map(({ at, lines }) => `${at} has ${lines}`),
    ).toEqual([])
  })

  it('have at most 10 lines in the median', () =>
    expect(median(functionsOf(sources).map(({ lines }) => lines))).toBeLessThanOrEqual(10))

  it('take at most three parameters', () => {
    const most = functionsOf([...sources, ...scripts]).filter(({ parameters }) => parameters > 3)
    expect(most.map(({ at, parameters }) => `${at} takes ${parameters}`)).toEqual([])
  })
})

describe('comments', () => {
  it('are 5 to 12 % of the lines of src', () => {
    const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0)
    const share = (100 * sum(sources.map(({ commentLines }) => commentLines))) / sum(sources.map(({ lines }) => lines))
    expect(share).toBeGreaterThanOrEqual(5)
    expect(share).toBeLessThanOrEqual(12)
  })
})

describe('casts', () => {
  it('are rare: at most four in 1,000 lines of src', () => {
    const [casts, lines] = [
      sources.flatMap(source => source.casts).length,
      sources.reduce((total, source) => total + source.lines, 0),
    ]
    expect((1_000 * casts) / lines).toBeLessThanOrEqual(4)
  })
})
