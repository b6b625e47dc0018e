import { expect, it } from 'vitest'
import { MOST_BYTES, type ScopeRules, scopeComplaint } from '../../src/fixes/scope.ts'
import type { TreeChange } from '../../src/git/tree-changes.ts'
import { defaultPolicy } from '../../src/policy/schema.ts'

const changed = (path: string, change: Partial<TreeChange> = {}): TreeChange => ({
  path,
  how: 'modified',
  kind: 'file',
  modeChanged: false,
  nameReadable: true,
  bytes: 1,
  content: Buffer.from('x'),
  ...change,
})

const policy = defaultPolicy()
const rules = {
  protectedPaths: policy['protected-paths'],
  allowLockFiles: false,
  conventions: policy.conventions,
  excluded: policy['excluded-paths'],
  leftOut: [
    { path: 'vendor/big.bin', reason: 'too-large' },
    { path: 'libs/Sub', reason: 'submodule' },
    { path: 'only/kept/secret.bin', reason: 'too-large' },
  ],
  ignored: 0,
} satisfies ScopeRules
const complaint = (...changes: TreeChange[]) => scopeComplaint(changes, rules)

it.each(['src/a.ts', 'test/a.test.ts', 'docs/x.md', '.gitignore', 'src/action.ts', 'lock/a.json'])('a fix may change %s', path =>
  expect(complaint(changed(path))).toBeNull(),
)

it.each([
  ['.github/workflows/ci.yml', /protected/],
  ['.GitHub/Workflows/ci.yml', /protected/],
  ['.github/countersign.yml', /protected/],
  ['.github/dependabot.yml', /protected-paths/],
  ['docs/CODEOWNERS', /protected/],
  ['sub/.gitmodules', /protected/],
  ['a/.gitattributes', /protected/],
  ['.git/hooks/pre-push', /folder of git/],
  ['src/.git/config', /folder of git/],
  ['a\\b', /leads out/],
  ['CLAUDE.md', /agents/],
  ['src/AGENTS.md', /agents/],
  ['.claude/settings.json', /agents/],
  ['sub/package-lock.json', /lock file/],
  ['Cargo.lock', /lock file/],
  ['go.sum', /lock file/],
  ['.env.local', /kept from agents/],
  ['vendor/big.bin', /kept from agents/],
  ['tools/action.yml', /protected/],
  ['libs/sub', /is a submodule|lies in "libs\/sub", a submodule/],
  ['libs/Sub/a/b.c', /lies in "libs\/Sub", a submodule/],
  ['vendor/big.bin/a', /kept from agents/],
  ['only/kept', /in place of files that are kept from agents/],
])('a fix may not change %s', (path, why) => expect(complaint(changed('src/a.ts'), changed(path))).toMatch(why))

it('workflows stay closed whatever the policy says, lock files open with it', () => {
  const open = { ...rules, protectedPaths: [], allowLockFiles: true }
  expect(scopeComplaint([changed('.github/workflows/ci.yml')], open)).toMatch(/protected/)
  expect(scopeComplaint([changed('yarn.lock'), changed('.github/dependabot.yml')], open)).toBeNull()
})

it.each<[string, Partial<TreeChange>, RegExp]>([
  ['a link', { kind: 'link', content: null }, /symbolic link/],
  ['a deleted link', { kind: 'link', how: 'deleted', content: null }, /symbolic link/],
  ['a pipe', { kind: 'other', content: null }, /neither/],
  ['another mode', { modeChanged: true }, /another mode/],
  ['a file too large to be kept', { content: null, bytes: MOST_BYTES + 1 }, /more than a fix may write/],
  ['a name that is no text', { nameReadable: false }, /not UTF-8/],
])('a fix may leave no %s', (_, change, why) => expect(complaint(changed('src/a.ts', change))).toMatch(why))

it('nothing, too many files and too many bytes are no fix', () => {
  expect(complaint()).toBe('the agent changed nothing')
  expect(scopeComplaint([], { ...rules, ignored: 2 })).toMatch(/nothing but files that .gitignore leaves out/)
  expect(complaint(...Array.from({ length: 101 }, (_, at) => changed(`a${at}`)))).toMatch(/101 files/)
  expect(complaint(changed('a', { bytes: MOST_BYTES }), changed('b'))).toMatch(/bytes/)
})

it('a deleted file is a change like any other', () =>
  expect(complaint(changed('src/a.ts', { how: 'deleted', content: null }))).toBeNull())
