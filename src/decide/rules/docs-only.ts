import { isAgentConfiguration } from '../../git/agent-configuration.ts'
import { matchesAny } from '../globs.ts'
import type { ChangedFile } from '../late.ts'
import type { Rule } from './rule.ts'

/** Lists that machines read, whatever a glob of the policy takes them for. */
const READ_BY_MACHINES = /(?:^|\/)(?:codeowners|cmakelists\.txt|(?:requirements|constraints)[^/]*\.(?:txt|in))$/i
/** Workflows, prompts, templates: what stands here steers something. */
const STEERING = /^\.github\//i

const isDocument = (name: string, globs: string[]): boolean =>
  !READ_BY_MACHINES.test(name) && !STEERING.test(name) && !isAgentConfiguration(name) && matchesAny(globs, name)

/** Whether only documents change: known, not empty, and every name that each file has or had is one. */
export const isDocsOnly = (files: ChangedFile[] | null, globs: string[]): boolean =>
  files !== null &&
  files.length > 0 &&
  files.every(file => file.isPlain && file.names.length > 0 && file.names.every(name => isDocument(name, globs)))

export const docsOnly: Rule = {
  name: 'docs-only',
  objects:
    'the list of changed files is known, not empty, and all of them match `docs-paths`; agent instructions, `CODEOWNERS`, `.github/**` and executable files never do',
  action: 'skip',
  forced: 'passes',
  forcedText: 'passes',
  judge: ({ policy, late }) => {
    const files = late?.files ?? null
    if (!isDocsOnly(files, policy['docs-paths'])) return null
    const count = files?.length ?? 0
    return {
      action: 'skip',
      evidence: count === 1 ? 'the one changed file is documentation' : `all ${count} changed files are documentation`,
      change: 'ask for a review in a comment, or narrow docs-paths in the policy',
      effects: [],
    }
  },
  late: true,
}
