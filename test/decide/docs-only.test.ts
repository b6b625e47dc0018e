import { expect, test } from 'vitest'
import type { ChangedFile } from '../../src/decide/late.ts'
import { Story } from '../snapshot/story.ts'
import { says } from './decided.ts'

const plain = (...names: string[]): ChangedFile => ({ names, isPlain: true })
const pushed = (): Story => new Story().push('a')

test.each<[string, ChangedFile[] | null, string]>([
  [
    'documents only',
    [plain('README.md'), plain('docs/guide/start.rst')],
    'skip docs-only: all 2 changed files are documentation',
  ],
  ['a picture of the documents', [plain('docs/logo.png')], 'skip docs-only: the one changed file is documentation'],
  ['a list that is not known', null, 'review first'],
  ['an empty list', [], 'review first'],
  ['a document beside code', [plain('README.md'), plain('src/a.ts')], 'review first'],
  ['code below docs', [plain('docs/conf.py')], 'review first'],
  ['a script that is named like a document and may be executed', [{ names: ['docs/run.md'], isPlain: false }], 'review first'],
  ['code that was renamed to a document', [plain('docs/old.md', 'src/old.ts')], 'review first'],
  ['a page with code in it', [plain('docs/page.mdx')], 'review first'],
  ['requirements.txt', [plain('docs/requirements.txt')], 'review first'],
  ['CMakeLists.txt', [plain('CMakeLists.txt')], 'review first'],
  ['CODEOWNERS', [plain('docs/CODEOWNERS')], 'review first'],
  ['agent instructions at the top', [plain('AGENTS.md')], 'review first'],
  ['agent instructions at depth, in another case', [plain('pkg/a/claude.MD')], 'review first'],
  ['agent instructions in a folder of an agent', [plain('.claude/skills/review/SKILL.md')], 'review first'],
  ['what steers GitHub or its agents', [plain('.github/copilot-instructions.md'), plain('.github/notes.md')], 'review first'],
])('%s', (_, files, decision) => {
  expect(says(pushed(), { late: { files } })).toBe(decision)
})

test.each([
  ['CODEOWNERS', 'CODEOWNERS'],
  ['lists of requirements', 'requirements-dev.txt'],
  ['agent instructions', 'GEMINI.md'],
])('a policy that takes everything for documents still does not take %s for them', (_, name) => {
  const change = { policy: { 'docs-paths': ['**'] }, late: { files: [plain(name)] } }
  expect(says(pushed(), change)).toBe('review first')
})

test('a request passes', () => {
  const story = pushed()
  story.asks()
  expect(says(story, { late: { files: [plain('README.md')] } })).toMatch(/^review c/)
})

test('the unchanged patch is told before the documents, the checks after them', () => {
  const story = pushed()
  story.verdict('A', { patch: 'p1' })
  story.push('b')
  expect(says(story, { late: { patch: 'p1', files: [plain('README.md')] } })).toMatch(/^skip unchanged-patch/)
  const failing = {
    kind: 'read',
    list: [{ name: 'test', app: 'ci', workflowRun: null, state: 'failed', required: true }],
  } as const
  const change = {
    policy: { 'wait-for-checks': 'all' as const },
    late: { files: [plain('README.md')], checks: { ...failing, list: [...failing.list] } },
  }
  expect(says(pushed(), change)).toMatch(/^skip docs-only/)
})
