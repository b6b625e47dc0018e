import { describe, expect, it } from 'vitest'
import { scripts, sources, tests } from './source.ts'

const everything = [...sources, ...scripts, ...tests]
const forbidden = /^(utils?|helpers?|data|info|handle)$|^handle[A-Z]|(Utils?|Helpers?|Manager|Service|Processor)$/
const vague = /(^|[-/])(utils?|helpers?|common|misc|manager|service|processor|data|info|handle)([-./]|$)/

describe('names', () => {
  it('of files are kebab-case and say what is inside', () => {
    const paths = everything.map(({ path }) => path)
    expect(paths.filter(path => vague.test(path) || !/^[a-z0-9-]+(\/[a-z0-9-]+)*(\.test|\.d)?\.ts$/.test(path))).toEqual([])
  })

  it('of things say what they are', () => {
    expect(
      everything.flatMap(({ path, declared }) => declared.filter(name => forbidden.test(name)).map(name => `${path}: ${name}`)),
    ).toEqual([])
  })
})
