import type { FileText } from '../git/read-texts.ts'
import { SKILLS_FOLDER, type SkillRule } from './skills.ts'

/** The most files of the skills' folder that are looked at, and the most bytes of each. */
export const SKILL_BOUNDS = { maxFiles: 100, maxBytes: 20_000 }

/** The name a file of the skills' folder goes by; null = it is none. */
export const skillNameAt = (path: string): string | null => {
  const rest = path.startsWith(`${SKILLS_FOLDER}/`) ? path.slice(SKILLS_FOLDER.length + 1) : ''
  const name = /^([A-Za-z0-9][\w-]{0,49})(?:\.md|\/SKILL\.md)$/i.exec(rest)?.[1]?.toLowerCase() ?? null
  // What every review looks at is for the policy to replace, by name.
  return name === 'review' || name === 'readme' ? null : name
}

/** A skill written for other tools too begins with fields about itself. */
const withoutFields = (text: string): string => {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  const end = lines[0]?.trim() === '---' ? lines.findIndex((line, index) => index > 0 && line.trim() === '---') : -1
  return lines.slice(end + 1).join('\n')
}

/** Where the wanted skills' texts may be. */
export const skillPaths = (wanted: readonly string[], rules: Readonly<Record<string, SkillRule>>): string[] => [
  SKILLS_FOLDER,
  ...Object.entries(rules).flatMap(([name, { file }]) => (file !== null && wanted.includes(name.toLowerCase()) ? [file] : [])),
]

/** The repository's own texts by name: a file that the policy names outranks one of the folder. */
export const ownSkills = (files: readonly FileText[], rules: Readonly<Record<string, SkillRule>>): Map<string, string> => {
  const own = new Map<string, string>()
  const add = (name: string | null, text: string): void => {
    const said = withoutFields(text).trim()
    if (name !== null && said !== '') own.set(name, said)
  }
  for (const { path, text } of files) add(skillNameAt(path), text)
  for (const [name, { file }] of Object.entries(rules)) {
    const found = file === null ? undefined : files.find(({ path }) => path === file)
    if (found !== undefined) add(name.toLowerCase(), found.text)
  }
  return own
}
