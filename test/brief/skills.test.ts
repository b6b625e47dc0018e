import { describe, expect, it } from 'vitest'
import { languageTexts } from '../../src/brief/languages.ts'
import { builtInSkills, chosenSkills } from '../../src/brief/skills.ts'

const names = (choice: Partial<Parameters<typeof chosenSkills>[0]>) => {
  const { skills, unknown } = chosenSkills({ labels: [], requested: [], own: new Map(), ...choice })
  return [skills.map(skill => skill.name), unknown]
}

describe('skills', () => {
  it('are review alone unless others are asked for', () => {
    expect(names({})).toEqual([['review'], []])
  })

  it('are turned on by label or request, in any case, each once', () => {
    expect(names({ labels: ['Skill:Security', 'bug'], requested: ['testing', 'security'] })).toEqual([
      ['review', 'security', 'testing'],
      [],
    ])
  })

  it('that nobody knows are told', () => {
    expect(names({ requested: ['securty'] })).toEqual([['review'], ['securty']])
  })

  it('of the policy come last, or take the place of ours', () => {
    const own = new Map([
      ['payments', 'Check the ledger.'],
      ['security', 'Our own rules.'],
    ])
    const { skills } = chosenSkills({ labels: ['skill:payments', 'skill:security'], requested: [], own })
    expect(skills.slice(1)).toEqual([
      { name: 'security', text: 'Our own rules.' },
      { name: 'payments', text: 'Check the ledger.' },
    ])
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
    ])
    for (const text of builtInSkills.values()) expect(text.trim().length).toBeGreaterThan(300)
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
