import { describe, expect, it } from 'vitest'
import { evaluate, holds } from './evaluate.ts'
import { interpret, isHeard } from './interpret.ts'
import { pullEvent } from './payloads.ts'

const payload = (action: string, base = 'main') => ({
  action,
  repository: { full_name: 'o/r', default_branch: 'main' },
  pull_request: { number: 1, base: { ref: base }, head: { sha: 'a', ref: 'b' } },
})

describe('the interpreter', () => {
  it.each([
    ['a missing key is null', 'github.event.nothing.here', null],
    ['text compares without case', "'AB' == 'ab'", true],
    ['null is not a text', "null != ''", false],
    ['contains takes lists', "contains(fromJSON('[\"a\"]'), 'A')", true],
    ['the jobs before went well', 'success() && !failure()', true],
  ])('%s', (_, expression, value) => expect(evaluate(expression, { github: { event: {} } })).toBe(value))

  it('takes no empty text for true', () => expect(holds("''", {})).toBe(false))

  it('hears the types that are listed, else GitHub’s own three', () => {
    expect(isHeard({ pull_request: {} }, 'pull_request', payload('labeled'))).toBe(false)
    expect(isHeard({ pull_request: { types: ['labeled'] } }, 'pull_request', payload('labeled'))).toBe(true)
    expect(isHeard({ pull_request: {} }, 'pull_request_target', payload('opened'))).toBe(false)
  })

  it('hears the branches that are listed', () => {
    expect(isHeard({ pull_request: { branches: ['release/**'] } }, 'pull_request', payload('opened'))).toBe(false)
    expect(isHeard({ pull_request: { branches: ['release/**'] } }, 'pull_request', payload('opened', 'release/1'))).toBe(true)
  })

  it('reads a group on the workflow, and who cancels whom', async () => {
    const group = async (name: string, event: object) =>
      (await interpret('.github/workflows/ci.yml', { name, payload: event })).run?.concurrency
    expect(await group('pull_request', pullEvent('opened'))).toEqual({ group: 'ci-refs/pull/7/merge', cancelInProgress: true })
    expect(await group('push', { ref: 'refs/heads/main', repository: payload('x').repository })).toEqual({
      group: 'ci-refs/heads/main',
      cancelInProgress: false,
    })
    expect(await group('push', { ref: 'refs/heads/other', repository: payload('x').repository })).toBeUndefined()
  })
})
