import { describe, expect, it } from 'vitest'
import { actions, blocks, blocksOf, workflows } from './files.ts'
import { complaintsAbout } from './validate.ts'

describe("GitHub's language service accepts", () => {
  it.each([...actions, ...workflows, ...blocks].map(file => [file.name, file] as const))('%s', async (_, file) => {
    expect(await complaintsAbout(file)).toEqual([])
  })
})

describe('the gate itself refuses', () => {
  const workflow = (steps: string) => ({
    name: 'w.yml',
    kind: 'workflow' as const,
    text: `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n${steps}`,
  })

  it.each([
    [
      'an unknown event',
      { name: 'w.yml', kind: 'workflow' as const, text: 'on: pushes\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: a\n' },
      /pushes/,
    ],
    ['an unknown permission', workflow('      - run: a\n    permissions:\n      pulls: write # x\n'), /pulls/],
    ['an unknown function', workflow("      - run: a\n        if: contain('a', 'b')\n"), /contain/],
    [
      'an unknown input of our own action',
      workflow('      - uses: ./\n        with:\n          no-such-input: 1\n'),
      /Invalid action input 'no-such-input'/,
    ],
    [
      'an input that our reusable workflow lacks',
      {
        name: 'w.yml',
        kind: 'workflow' as const,
        text: 'on: push\njobs:\n  a:\n    uses: countersign/countersign/.github/workflows/review.yml@v0\n    with:\n      pull: 1\n      nonsense: 2\n',
      },
      /nonsense/,
    ],
    [
      'a reusable workflow without the input it needs',
      {
        name: 'w.yml',
        kind: 'workflow' as const,
        text: 'on: push\njobs:\n  a:\n    uses: countersign/countersign/.github/workflows/review.yml@v0\n',
      },
      /pull/,
    ],
  ])('%s', async (_, file, message) => {
    expect((await complaintsAbout(file)).join('\n')).toMatch(message)
  })
})

describe('YAML blocks of documents', () => {
  it('are completed to workflows, and named by their line', () => {
    const text =
      '# A\n\n```yaml\n- uses: ./\n```\n\n```yaml\nmax-cycles: 3\n```\n\n1. x\n   ```yaml\n   on: push\n   jobs:\n     a: {}\n   ```\n'
    const found = blocksOf('README.md', text)
    expect(found.map(({ name }) => name)).toEqual(['README.md:4', 'README.md:13'])
    expect(found[1]?.text).toBe('on: push\njobs:\n  a: {}\n')
    expect(found[0]?.text).toContain('    steps:\n      - uses: ./\n')
  })
})
