import { describe, expect, it } from 'vitest'
import { parseRequests } from '../../src/mention/parse.ts'
import { askIn, fixIn, takenOf } from '../../src/mention/taken.ts'

const asked = (...lines: string[]) => parseRequests(lines.map(line => `@bot ${line}`).join('\n'), { mention: 'bot' }).requests
const names = (requests: { command: string }[]) => requests.map(({ command }) => command).join(' ')
const parted = (lines: string[], canFix = true) => {
  const { taken, left } = takenOf(asked(...lines), canFix)
  return `${names(taken)} | ${names(left)}`
}

describe('of several commands in one text', () => {
  it.each<[string[], string]>([
    [['status', 'review'], 'status review | '],
    [['help', 'review', 'status'], 'help review status | '],
    [['review', 'pause'], 'review pause | '],
    [['pause', 'review'], 'pause review | '],
    [['pause', 'resume'], 'pause | resume'],
    [['resume', 'pause'], 'resume | pause'],
    [['fix', 'review'], 'fix | review'],
    [['review', 'fix', 'status'], 'review status | fix'],
    [['self-review', 'review'], 'self-review review | '],
    [['review', 'pause', 'resume'], 'review pause | resume'],
  ])('%j: %s', (lines, expected) => expect(parted(lines)).toBe(expected))

  it('a fix that is refused hinders no review', () => {
    expect(parted(['fix', 'review'], false)).toBe('fix review | ')
  })

  it('a pause hinders its own end all the same', () => {
    expect(parted(['pause', 'fix', 'resume'], false)).toBe('pause fix | resume')
  })
})

describe('the one review that a text asks for', () => {
  it.each<[string[], ReturnType<typeof askIn>]>([
    [['status', 'help'], null],
    [['status', 'review'], { command: 'review', skills: [], maxCycles: null }],
    [['review security', 'review api security'], { command: 'review', skills: ['security', 'api'], maxCycles: null }],
    [['review max-cycles=5', 'review'], { command: 'review', skills: [], maxCycles: 5 }],
    [['review max-cycles=99', 'review'], { command: 'review', skills: [], maxCycles: null }],
    [['review api', 'resume'], { command: 'resume', skills: ['api'], maxCycles: null }],
    [['review', 'pause', 'resume'], { command: 'review', skills: [], maxCycles: null }],
    [['fix', 'review api'], { command: 'review', skills: ['api'], maxCycles: null }],
  ])('%j', (lines, expected) => expect(askIn(asked(...lines))).toEqual(expected))
})

it.each<[string[], string[] | null]>([
  [['review'], null],
  [
    ['fix a1', 'fix b2 a1'],
    ['a1', 'b2'],
  ],
  [['fix a1', 'fix'], []],
])('fixes of one text are one: %j', (lines, expected) => expect(fixIn(asked(...lines))).toEqual(expected))
