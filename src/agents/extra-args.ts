import type { AgentSpec } from './types.ts'

export type ExtraArgs = { ok: true } | { ok: false; complaint: string }

type Allowed = Record<string, RegExp>

const words = /^\w[\w.:/@[\],-]{0,299}$/
const count = /^[1-9]\d{0,3}$/

/**
 * What a policy may add to a CLI's arguments: names with the pattern of their value. Nothing that loosens read-only,
 * loads configuration, adds folders or servers, changes the output or keeps sessions is here.
 */
export const allowedExtraArgs: Record<Exclude<AgentSpec['kind'], 'command'>, Allowed> = {
  claude: { '--fallback-model': words, '--max-turns': count, '--effort': /^(?:low|medium|high|max)$/ },
  codex: {
    '-c': /^model_(?:reasoning_effort|reasoning_summary|verbosity)="?(?:none|minimal|low|medium|high|xhigh|auto|concise|detailed)"?$/,
  },
  gemini: {},
}

/** Whether the arguments are all on the adapter's list, each name followed by its value; a command's own arguments are free. */
export function checkExtraArgs(kind: AgentSpec['kind'], args: string[]): ExtraArgs {
  if (kind === 'command') return { ok: true }
  const allowed: Allowed = allowedExtraArgs[kind]
  for (let at = 0; at < args.length; at += 2) {
    const [name = '', value] = args.slice(at, at + 2)
    const pattern = Object.hasOwn(allowed, name) ? allowed[name] : undefined
    if (pattern === undefined) return refused(`"${name}" is not an argument that ${kind} may be given`, allowed)
    if (value === undefined || !pattern.test(value))
      return refused(`"${name}" has the value "${value ?? ''}", which is not allowed`, allowed)
  }
  return { ok: true }
}

function refused(found: string, allowed: Allowed): ExtraArgs {
  const names = Object.keys(allowed)
  const expected = names.length === 0 ? 'none is allowed' : `allowed, each followed by its value: ${names.join(', ')}`
  return { ok: false, complaint: `${found}; ${expected}; take it out of the policy's agent arguments` }
}
