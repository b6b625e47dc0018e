import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** The numbers that the simulator's comments cite after a word: `fact 3`, `facts 1, 2`, `cases 133-136`. */
function cited(word: 'fact' | 'case'): Set<number> {
  const files = readdirSync(new URL('src/simulator/', root), { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.ts'),
  )
  const comments = files.flatMap(name => read(`src/simulator/${name}`).match(/(\/\/|\/?\*).*$/gm) ?? [])
  const lists = comments.flatMap(text =>
    [...text.matchAll(new RegExp(`${word}s? (\\d+(?:(?:, |-)\\d+)*)`, 'g'))].map(match => match[1] ?? ''),
  )
  return new Set(lists.flatMap(list => list.split(/, |-/).map(Number)))
}

const listed = new Map([...read('docs/github-facts.md').matchAll(/^\| (\d+) \|/gm)].map(match => [Number(match[1]), match.index]))
const reportsAt = read('docs/github-facts.md').indexOf('## Reports')
const numbersOf = (isReport: boolean) => [...listed].filter(([, at]) => at > reportsAt === isReport).map(([number]) => number)

test('every fact that a rule cites is listed, and 1 to 25 are', () => {
  const facts = numbersOf(false)
  expect(facts).toEqual(Array.from({ length: 25 }, (_, at) => at + 1))
  expect([...cited('fact')].filter(number => !facts.includes(number))).toEqual([])
  expect(cited('fact').size).toBeGreaterThan(12)
})

test('every report that a rule cites is listed', () => {
  expect(cited('case').size).toBeGreaterThan(15)
  expect([...cited('case')].filter(number => !numbersOf(true).includes(number))).toEqual([])
})
