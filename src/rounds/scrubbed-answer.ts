import { scrubSecrets } from '../text/secrets.ts'

/** `copy` = the folder that the agent worked in. */
export type AnswerSource = { secrets: string[]; copy: string }

/** Agents name files by where they found them; our folder is another in each run, and no reader's business. */
const withoutFolder = (text: string, copy: string): string => text.replaceAll(`file://${copy}/`, '').replaceAll(`${copy}/`, '')

/** Neither a known secret that an agent came by nor the place of its copy leaves with any field of its report. */
export const scrubbedAnswer = (value: unknown, source: AnswerSource): unknown => {
  if (typeof value === 'string') return scrubSecrets(withoutFolder(value, source.copy), source.secrets)
  if (Array.isArray(value)) return value.map(item => scrubbedAnswer(item, source))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, scrubbedAnswer(item, source)]))
}
