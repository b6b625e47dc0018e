import { describe, expect, it } from 'vitest'
import { parseFileCommands } from '../../src/runner/file-commands.ts'

describe('command files', () => {
  it.each([
    ['nothing', '', {}],
    ['a plain value with an equals sign', 'a=b=c\n', { a: 'b=c' }],
    ['a block', 'a<<END\nx\n\ny=1\nEND\n', { a: 'x\n\ny=1' }],
    ['an empty block', 'a<<END\nEND\n', { a: '' }],
    ['a plain value that holds <<', 'a=x<<y\n', { a: 'x<<y' }],
    ['the later of two values', 'a=1\na=2\n', { a: '2' }],
    ['Windows line ends', 'a<<E\r\nx\r\nE\r\n', { a: 'x' }],
  ])('read %s', (_, text, expected) => expect(parseFileCommands(text)).toEqual(expected))

  it('refuse a block without end, as the runner does', () => {
    expect(() => parseFileCommands('a<<END\nx\n')).toThrow('The value of "a" has no end. Expected a line "END".')
  })

  it('refuse a line that is neither', () => {
    expect(() => parseFileCommands('hello\n')).toThrow('"hello" is no file command')
  })
})
