import type { NamedText } from '../brief/build-brief.ts'
import { ownSkills, skillPaths } from '../brief/own-skills.ts'
import { builtInSkills, chosenSkills, SKILLS_FOLDER, wantedSkills } from '../brief/skills.ts'
import type { GitFailure } from '../git/failure.ts'
import type { FileText } from '../git/read-texts.ts'
import type { Claim } from '../markers/schema.ts'
import type { View } from '../observe/look.ts'
import type { Policy } from '../policy/schema.ts'

export type SkillSource = {
  policy: Policy
  labels: readonly string[]
  requested: readonly string[]
  /** Reads plain files of the default branch's tip. */
  read: (paths: readonly string[]) => Promise<FileText[] | GitFailure>
  log: (line: string) => void
}

/** What the claimed acts and the reviewer's own entry in the policy ask for. */
export const requestedSkills = ({ snapshot, policy }: View, claim: Claim, reviewer: string): string[] => [
  ...(policy.reviewers[reviewer]?.skills ?? []),
  ...snapshot.acts.filter(act => claim.acts.includes(act.id)).flatMap(act => act.text?.skills ?? []),
]

const filesOf = async ({ read, log }: SkillSource, paths: readonly string[]): Promise<FileText[]> => {
  const files = await read(paths)
  if (Array.isArray(files)) return files
  log(`warn  the repository's own skills could not be read (${files.message}); those that come with Countersign are used`)
  return []
}

const tellUnknown = ({ log }: SkillSource, unknown: string[]): void => {
  if (unknown.length === 0) return
  const known = [...builtInSkills.keys()].join(', ')
  log(`warn  no skill is named ${unknown.join(', ')}; expected one of ${known}, or a file of ${SKILLS_FOLDER}`)
}

/** The skills that are on. The repository's own are looked for only when one is wanted: nothing is fetched for none. */
export const skillsFor = async (source: SkillSource): Promise<NamedText[]> => {
  const rules = source.policy.skills
  const wanted = wantedSkills({ labels: source.labels, requested: source.requested, rules })
  const replaced = rules.review?.file ? ['review'] : []
  const names = [...replaced, ...wanted]
  const own = names.length === 0 ? new Map<string, string>() : ownSkills(await filesOf(source, skillPaths(names, rules)), rules)
  const { skills, unknown } = chosenSkills(wanted, own)
  tellUnknown(source, unknown)
  return skills
}
