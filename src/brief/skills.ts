import type { NamedText } from './build-brief.ts'
import { api } from './skills/api.ts'
import { architecture } from './skills/architecture.ts'
import { documentation } from './skills/documentation.ts'
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
])

export type SkillChoice = {
  /** Labels on the pull; `skill:security` asks for that skill. */
  labels: string[]
  /** Names that a request asked for. */
  requested: string[]
  /** Texts of the policy by name, which take the place of ours of the same name. */
  own: ReadonlyMap<string, string>
}

const prefix = 'skill:'

/** The chosen skills in a fixed order, `review` first and always, and the names that nothing is known of. */
export const chosenSkills = ({ labels, requested, own }: SkillChoice): { skills: NamedText[]; unknown: string[] } => {
  const labelled = labels
    .map(label => label.toLowerCase())
    .flatMap(label => (label.startsWith(prefix) ? [label.slice(prefix.length).trim()] : []))
  const names = [...new Set(['review', ...requested.map(name => name.toLowerCase()), ...labelled])]
  const textOf = (name: string): string | undefined => own.get(name) ?? builtInSkills.get(name)
  const known = [...builtInSkills.keys(), ...own.keys()].filter((name, index, all) => all.indexOf(name) === index)
  const skills = known.flatMap(name => (names.includes(name) ? [{ name, text: textOf(name) ?? '' }] : []))
  return { skills, unknown: names.filter(name => textOf(name) === undefined) }
}
