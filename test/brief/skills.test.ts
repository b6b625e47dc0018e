import { describe, expect, it } from 'vitest'
import { languageTexts } from '../../src/brief/languages.ts'
import { ownSkills } from '../../src/brief/own-skills.ts'
import { builtInSkills, chosenSkills, type SkillRule, type SkillWish, wantedSkills } from '../../src/brief/skills.ts'

const rule = (change: Partial<SkillRule> = {}): SkillRule => ({ file: null, when: 'asked', label: null, ...change })
const wanted = (wish: Partial<SkillWish>) => wantedSkills({ labels: [], requested: [], rules: {}, ...wish })

describe('skills', () => {
  it('are review alone unless others are asked for', () => {
    expect(chosenSkills(wanted({ rules: { security: rule() } }), new Map()).skills.map(({ name }) => name)).toEqual(['review'])
  })

  it('are turned on by label or request, in any case, each once', () => {
    expect(wanted({ labels: ['Skill:Security', 'bug'], requested: ['testing', 'SECURITY'] })).toEqual(['testing', 'security'])
  })

  it('are turned on by the policy: always, or by a label of its own', () => {
    const rules = { api: rule({ when: 'always' }), Payments: rule({ label: 'Money' }) }
    expect(wanted({ rules })).toEqual(['api'])
    expect(wanted({ rules, labels: ['money'] })).toEqual(['api', 'payments'])
  })

  it('stand in a fixed order, those of the repository last', () => {
    const { skills } = chosenSkills(['payments', 'testing', 'security'], new Map([['payments', 'Check the ledger.']]))
    expect(skills.map(({ name }) => name)).toEqual(['review', 'security', 'testing', 'payments'])
  })

  it('that nobody knows are told', () => {
    expect(chosenSkills(['securty'], new Map()).unknown).toEqual(['securty'])
  })

  it('of the repository take the place of ours, and are known for its own', () => {
    const { skills } = chosenSkills(['security'], new Map([['security', 'Our own rules.']]))
    expect(skills.at(-1)).toEqual({ name: 'security', text: 'Our own rules.', own: true })
  })

  it('that come with it all have a text', () => {
    expect([...builtInSkills.keys()]).toEqual([
      'review',
      'security',
      'architecture',
      'performance',
      'testing',
      'api',
      'documentation',
      'second-opinion',
      'orchestration',
    ])
    for (const text of builtInSkills.values()) expect(text.trim().length).toBeGreaterThan(300)
  })
})

describe('the repository’s own skills', () => {
  const folder = '.github/countersign/skills'

  it('are files of the folder by their name, or folders with a SKILL.md, without the fields that other tools read', () => {
    const files = [
      { path: `${folder}/Payments.md`, text: '---\nname: x\n---\nCheck the ledger.\n' },
      { path: `${folder}/auth/SKILL.md`, text: 'Check sessions.' },
    ]
    expect([...ownSkills(files, {})]).toEqual([
      ['payments', 'Check the ledger.'],
      ['auth', 'Check sessions.'],
    ])
  })

  it.each([
    ['a file of another folder', 'docs/skills/x.md', 'text'],
    ['a note about the folder', `${folder}/README.md`, 'text'],
    ['what every review looks at', `${folder}/review.md`, 'text'],
    ['a name that is none', `${folder}/a b.md`, 'text'],
    ['a file without a word', `${folder}/x.md`, '---\nname: x\n---\n  \n'],
  ])('%s is none', (_, path, text) => {
    expect([...ownSkills([{ path, text }], {})]).toEqual([])
  })

  it('may stand anywhere when the policy names the file, which outranks the folder', () => {
    const files = [
      { path: `${folder}/auth.md`, text: 'From the folder.' },
      { path: 'docs/auth.md', text: 'From the file.' },
    ]
    expect(ownSkills(files, { Auth: rule({ file: 'docs/auth.md' }) }).get('auth')).toBe('From the file.')
  })
})

describe('languages', () => {
  it.each([
    ['src/a.ts', 'typescript'],
    ['web/a.jsx', 'javascript'],
    ['a.py', 'python'],
    ['cmd/main.go', 'go'],
    ['src/lib.rs', 'rust'],
    ['A.java', 'java'],
    ['a.kt', 'kotlin'],
    ['A.cs', 'csharp'],
    ['a.cpp', 'c-and-cpp'],
    ['a.rb', 'ruby'],
    ['a.php', 'php'],
    ['A.swift', 'swift'],
    ['A.scala', 'scala'],
    ['a.exs', 'elixir'],
    ['a.dart', 'dart'],
    ['run.sh', 'shell'],
    ['a.ps1', 'powershell'],
    ['m/1.sql', 'sql'],
    ['main.tf', 'terraform'],
    ['api/Dockerfile', 'docker'],
    ['.github/workflows/ci.yml', 'github-actions'],
    ['deploy/app.yaml', 'yaml'],
    ['a.scss', 'html-and-css'],
  ])('%s is %s', (path, language) => {
    const [found] = languageTexts([path])
    expect(found?.name).toBe(language)
    expect(found?.text.length).toBeGreaterThan(100)
  })

  it('are those of most files, at most five, and none for what has none', () => {
    const paths = ['a.go', 'b.go', 'a.py', 'a.rb', 'a.sql', 'a.tf', 'a.java', 'LICENSE']
    expect(languageTexts(paths).map(({ name }) => name)).toEqual(['go', 'java', 'python', 'ruby', 'sql'])
    expect(languageTexts(['LICENSE', 'a.unknown'])).toEqual([])
  })
})
