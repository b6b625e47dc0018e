import { describe, expect, it } from 'vitest'
import { everyFile, workflows } from './files.ts'
import { injectionsIn, permissionsIn, unpinnedIn, withoutKillSwitch } from './safety.ts'

const ours = workflows.filter(({ name }) => name.startsWith('examples/') || /\/(review|fix|countersign)\.yml$/.test(name))
const step = (text: string) => ({ name: 'w.yml', kind: 'workflow' as const, text: `jobs:\n  a:\n    steps:\n${text}` })

describe('shipped workflows, examples, actions and documents', () => {
  it('put no text of a stranger into a script', () => expect(everyFile.flatMap(injectionsIn)).toEqual([]))
  it('pin what others publish by its full SHA', () => expect(everyFile.flatMap(unpinnedIn)).toEqual([]))
  it('say which rights each job needs, and why', () => expect(workflows.flatMap(permissionsIn)).toEqual([]))
  it('can be switched off by one variable', () => expect(ours.flatMap(withoutKillSwitch)).toEqual([]))
  it('never cancel a running review', () =>
    expect(ours.filter(({ text }) => /cancel-in-progress: (?!false)/.test(text))).toEqual([]))
})

describe('the scan finds', () => {
  it.each([
    ['a title in a script', '      - run: echo "${{ github.event.pull_request.title }}"\n'],
    ['a branch in a script', '      - run: |\n          git log ${{ github.head_ref }}\n'],
    [
      'an output in a script of github-script',
      '      - uses: ./\n        with:\n          script: const m = "${{ steps.a.outputs.msg }}"\n',
    ],
    ['an input in a script', '      - run: x ${{ inputs.pull }}\n'],
    ['an expression over two lines', '      - run: |\n          x ${{\n            github.event.comment.body }}\n'],
  ])('%s', (_, text) => expect(injectionsIn(step(text))).toHaveLength(1))

  it('nothing in a value that arrives by env, nor in what GitHub itself writes', () => {
    const text =
      '      - run: echo "$TITLE" "${{ github.action_path }}"\n        env:\n          TITLE: ${{ github.event.pull_request.title }}\n'
    expect(injectionsIn(step(text))).toEqual([])
  })

  it.each([
    ['a tag', '      - uses: actions/checkout@v6\n'],
    ['a short SHA', '      - uses: actions/checkout@de0fac2 # v6\n'],
    ['a SHA without its version', '      - uses: actions/checkout@de0fac2e4500dabe0009e67214ff5f5447ce83dd\n'],
  ])('%s', (_, text) => expect(unpinnedIn(step(text))).toHaveLength(1))

  it('a job without rights, a right without reason, all rights by a word', () => {
    const text =
      'permissions: {}\njobs:\n  a: {}\n  b:\n    permissions:\n      contents: read\n      issues: write # why\n  c:\n    permissions: write-all\n'
    expect(permissionsIn({ name: 'w.yml', kind: 'workflow', text })).toEqual([
      'w.yml job "a" does not say which rights it needs.',
      'w.yml:6 "contents" is granted without a reason beside it.',
      'w.yml:9 permissions are a word. Expected each right by its name.',
    ])
  })

  it('a job without kill switch', () => {
    const text = "jobs:\n  a:\n    if: vars.COUNTERSIGN != 'off'\n  b:\n    if: true\n"
    expect(withoutKillSwitch({ name: 'w.yml', kind: 'workflow', text })).toEqual(['w.yml job "b" has no kill switch.'])
  })
})
