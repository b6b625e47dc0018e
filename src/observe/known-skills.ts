import { skillNameAt } from '../brief/own-skills.ts'
import { builtInSkills, SKILLS_FOLDER } from '../brief/skills.ts'
import { folderAt } from '../github/folder.ts'
import type { Policy } from '../policy/schema.ts'
import type { PullRun } from './context.ts'

/** The names that come with Countersign or stand in the policy, in lower case. */
export const namedSkills = (policy: Policy): string[] => [
  ...builtInSkills.keys(),
  ...Object.keys(policy.skills).map(name => name.toLowerCase()),
]

/** The names that there are; the repository's own are asked for only when one is not known otherwise. */
export const knownSkills = async (
  { site }: Pick<PullRun, 'site'>,
  policy: Policy,
  wanted: readonly string[],
): Promise<string[]> => {
  const known = namedSkills(policy)
  if (wanted.every(name => known.includes(name.toLowerCase()))) return known
  const entries = await folderAt(site, SKILLS_FOLDER)
  return [...known, ...entries.flatMap(({ path, isFolder }) => skillNameAt(isFolder ? `${path}/SKILL.md` : path) ?? [])]
}
