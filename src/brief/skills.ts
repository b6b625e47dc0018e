import type { NamedText } from './build-brief.ts'
import { api } from './skills/api.ts'
import { architecture } from './skills/architecture.ts'
import { documentation } from './skills/documentation.ts'
import { orchestration } from './skills/orchestration.ts'
import { performance } from './skills/performance.ts'
import { review } from './skills/review.ts'
import { secondOpinion } from './skills/second-opinion.ts'
import { security } from './skills/security.ts'
import { testing } from './skills/testing.ts'

/** The texts that come with Countersign, by name. */
export const builtInSkills: ReadonlyMap<string, string> = new Map([
  ['review', review],
  ['security', security],
  ['architecture', architecture],
  ['performance', performance],
  ['testing', testing],
  ['api', api],
  ['documentation', documentation],
  ['second-opinion', secondOpinion],
  ['orchestration', orchestration],
])

/** Where a repository keeps skills of its own, on the default branch: `NAME.md`, or `NAME/SKILL.md`. */
export const SKILLS_FOLDER = '.github/countersign/skills'

export const PREFIX = 'skill:'

/** The label that turns a skill on where the policy gives it no other. */
export const skillLabel = (name: string): string => `${PREFIX}${name}`

/** What the policy says of a skill: where its text is, whether it is always on, and by which label it is asked for. */
export type SkillRule = { file: string | null; when: 'always' | 'asked'; label: string | null }

export type SkillWish = {
  /** Labels on the pull. */
  labels: readonly string[]
  /** Names that requests, or the reviewer's own entry, ask for. */
  requested: readonly string[]
  rules: Readonly<Record<string, SkillRule>>
}

const fold = (name: string): string => name.trim().toLowerCase()

/** The names of the skills that are on, each once: by label, by request, by the policy. `review` is not among them: it always is. */
export const wantedSkills = ({ labels, requested, rules }: SkillWish): string[] => {
  const on = labels.map(fold)
  const labelled = on.flatMap(label => (label.startsWith(PREFIX) ? [fold(label.slice(PREFIX.length))] : []))
  const ruled = Object.entries(rules).flatMap(([name, { when, label }]) =>
    when === 'always' || (label !== null && on.includes(fold(label))) ? [fold(name)] : [],
  )
  const names = [...ruled, ...requested.map(fold), ...labelled]
  return [...new Set(names.filter(name => name !== '' && name !== 'review'))]
}

/**
 * The texts of the wanted skills in a fixed order, `review` first and always, and the names that nothing is known of.
 * `own` = texts of the repository's default branch by name, which take the place of ours of the same name.
 */
export const chosenSkills = (
  wanted: readonly string[],
  own: ReadonlyMap<string, string>,
): { skills: NamedText[]; unknown: string[] } => {
  const names = new Set(['review', ...wanted])
  const known = [...new Set([...builtInSkills.keys(), ...own.keys()])].filter(name => names.has(name))
  const skills = known.map(name => {
    const text = own.get(name)
    return text === undefined ? { name, text: builtInSkills.get(name) ?? '' } : { name, text, own: true }
  })
  return { skills, unknown: [...names].filter(name => !known.includes(name)) }
}
