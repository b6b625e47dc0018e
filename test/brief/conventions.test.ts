import { expect, it } from 'vitest'
import { boundedConventions, CONVENTION_BOUNDS, chosenConventions, conventionPlaces } from '../../src/brief/conventions.ts'
import { defaultPolicy } from '../../src/policy/schema.ts'

const patterns = defaultPolicy().conventions
const chosen = (paths: string[], excluded: string[] = []) => chosenConventions(paths, { patterns, excluded })

it('conventions are looked for at the top, in the folders above changed files, and below the agents’ folders', () => {
  expect(conventionPlaces(patterns, ['src/api/a.ts', 'src/b.ts'])).toEqual({
    below: ['.github', '.github/copilot-instructions.md', '.claude', '.codex'],
    within: ['', 'src', 'src/api'],
  })
})

it('conventions are the files of the patterns, those of the top first, texts before settings', () => {
  const paths = [
    'src/AGENTS.md',
    '.claude/settings.json',
    '.claude/rules/style.md',
    'CONTRIBUTING.rst',
    'claude.md',
    'AGENTS.override.md',
    'AGENTS.md',
    'src/a.ts',
    '.codex/notes.md',
  ]
  expect(chosen(paths)).toEqual([
    'AGENTS.md',
    'AGENTS.override.md',
    'src/AGENTS.md',
    'claude.md',
    'CONTRIBUTING.rst',
    '.claude/rules/style.md',
    '.claude/settings.json',
    '.codex/notes.md',
  ])
})

it('a file that agents must not see is no convention', () => {
  expect(chosen(['.codex/.env', '.codex/a.md'], ['**/.env*'])).toEqual(['.codex/a.md'])
})

it('conventions are bounded in files and in bytes, and what is no text is passed over', () => {
  const many = Array.from({ length: 40 }, (_, index) => `.claude/${String(index).padStart(2, '0')}.md`)
  expect(chosen(many)).toHaveLength(CONVENTION_BOUNDS.files)
  const texts = [
    { path: 'AGENTS.md', text: 'a'.repeat(60_000) },
    { path: 'CLAUDE.md', text: 'ü'.repeat(25_000) },
    { path: '.claude/image', text: 'a\0b' },
    { path: '.claude/small.md', text: 'kept' },
  ]
  expect(boundedConventions(texts).map(({ name }) => name)).toEqual(['AGENTS.md', '.claude/small.md'])
})
