import { describe, expect, it } from 'vitest'
import { impureUses, isPure, objectionTo, order, runsBackwards } from './architecture.ts'
import { sources } from './source.ts'

const pure = sources.filter(({ path }) => isPure(path))

describe('pure folders', () => {
  it('are there', () => expect(pure.length).toBeGreaterThan(20))

  it('import nothing that has effects', () => {
    const found = pure.flatMap(({ path, imports }) =>
      imports.flatMap(imported =>
        objectionTo(imported) === null ? [] : [`${path}: "${imported.target}" ${objectionTo(imported)}`],
      ),
    )
    expect(found).toEqual([])
  })

  it('use no clock, environment, timer, randomness or output', () => {
    expect(pure.flatMap(source => impureUses(source).map(({ text, line }) => `${source.path}:${line} ${text}`))).toEqual([])
  })
})

describe('the order of the folders', () => {
  it(`is ${order.join(' → ')}`, () => {
    const found = sources.flatMap(({ path, imports }) =>
      imports.filter(({ target, own }) => own && runsBackwards(path, target)).map(({ target }) => `${path} imports ${target}`),
    )
    expect(found).toEqual([])
  })

  it('knows no circle of files', () => {
    const next = new Map(
      sources.map(({ path, imports }) => [
        path,
        imports.filter(({ own, typeOnly }) => own && !typeOnly).map(({ target }) => target),
      ]),
    )
    const done = new Set<string>()
    const circleFrom = (path: string, trail: string[]): string[] => {
      if (trail.includes(path)) return [[...trail.slice(trail.indexOf(path)), path].join(' → ')]
      if (done.has(path)) return []
      const found = (next.get(path) ?? []).flatMap(target => circleFrom(target, [...trail, path]))
      done.add(path)
      return found
    }
    expect([...next.keys()].flatMap(path => circleFrom(path, []))).toEqual([])
  })
})
