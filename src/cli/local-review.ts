import { randomUUID } from 'node:crypto'
import { readFile, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { realAgentDeps } from '../agents/run-agents.ts'
import { SKILL_BOUNDS } from '../brief/own-skills.ts'
import { localFindings } from '../comments/local-findings.ts'
import { type Checkout, readCheckout } from '../git/checkout.ts'
import { diffBytes } from '../git/diff.ts'
import { exportTree } from '../git/export-tree.ts'
import type { GitFailure } from '../git/failure.ts'
import { listFiles } from '../git/list-files.ts'
import { readTexts } from '../git/read-texts.ts'
import { ConfigError } from '../github/errors.ts'
import { policyOf } from '../observe/policy.ts'
import { chainOf, limitsOf } from '../policy/agents.ts'
import { POLICY_PATH } from '../policy/parse.ts'
import type { Policy } from '../policy/schema.ts'
import { type DiffFile, parseDiff } from '../review/diff.ts'
import { type Answer, ask, costOfAll, whyUnable } from '../rounds/ask.ts'
import { localBrief } from '../rounds/brief-for.ts'
import { conventionsOf } from '../rounds/conventions-of.ts'
import { skillsFor } from '../rounds/skills-for.ts'
import { withScratch } from '../scratch.ts'
import type { Sha } from '../snapshot/ids.ts'
import { type Command, type Io, UsageError } from './io.ts'
import { listOf } from './list-of.ts'

/** The policy of the checkout itself: it is the user's own. */
const policyIn = async (top: string): Promise<Policy> => {
  const text = await readFile(join(top, POLICY_PATH), 'utf8').catch(() => null)
  return policyOf({ policy: text === null ? null : { text } })
}

const orThrow = <T extends { kind: string }>(result: T | GitFailure): T => {
  if (result.kind === 'git-failed') throw new ConfigError(`git: ${(result as GitFailure).message}`)
  return result as T
}

const saidFirst = (checkout: Checkout, base: string): string => {
  const { uncommitted, untracked } = checkout
  const parts = [
    `reviewing ${checkout.branch} (${checkout.head.slice(0, 7)}) against ${base}, from ${checkout.mergeBase.slice(0, 7)}`,
    ...(uncommitted > 0
      ? [
          uncommitted === 1
            ? '1 changed file that is not committed is included'
            : `${uncommitted} changed files that are not committed are included`,
        ]
      : []),
    ...(untracked.length > 0
      ? [
          untracked.length === 1
            ? '1 file that git does not know is not'
            : `${untracked.length} files that git does not know are not`,
        ]
      : []),
  ]
  return parts.join('; ')
}

type Wanted = { base: string; agents: string[]; skills: string[]; json: boolean }

const tell = (io: Io, answer: Answer, { json, cost }: { json: boolean; cost: { usd: number; estimated: boolean } }): number => {
  const { decided, report } = answer
  io.out(
    json
      ? `${JSON.stringify({ decision: decided.decision, summary: report.summary, findings: decided.findings, costUsd: cost.usd }, null, 2)}\n`
      : localFindings(answer, cost),
  )
  return decided.decision === 'approved' ? 0 : 1
}

/** What the branch to compare with says: its own skills, and how the project is written. */
const guidanceOf = async ({ git, base }: Checkout, source: { policy: Policy; wanted: Wanted; files: DiffFile[]; io: Io }) => {
  const { policy, wanted, files, io } = source
  const reader = {
    listFiles: (commit: Sha, where: Parameters<typeof listFiles>[2]) => listFiles(git, commit, where),
    readTexts: (commit: Sha, asked: Parameters<typeof readTexts>[2]) => readTexts(git, commit, asked),
  }
  const read = async (paths: readonly string[]) => {
    const listed = await reader.listFiles(base, { below: paths, within: [] })
    return reader.readTexts(base, { paths: listed.slice(0, SKILL_BOUNDS.maxFiles).map(({ path }) => path), ...SKILL_BOUNDS })
  }
  return {
    skills: await skillsFor({ policy, labels: [], requested: wanted.skills, read, log: io.err }),
    conventions: await conventionsOf(reader, base, { policy, files }),
  }
}

const reviewIn = async (scratch: string, checkout: Checkout, { wanted, io }: { wanted: Wanted; io: Io }): Promise<number> => {
  const policy = await policyIn(checkout.top)
  const diff = orThrow(await diffBytes(checkout.git, checkout.mergeBase, checkout.head))
  if (diff.bytes.length === 0) {
    io.out(`Nothing differs from ${wanted.base}.\n`)
    return 0
  }
  const copy = join(await realpath(scratch), 'copy')
  const exported = orThrow(
    await exportTree({ git: checkout.git, head: checkout.head, dest: copy }, { exclude: policy['excluded-paths'] }),
  )
  const files = parseDiff(diff.bytes)
  const guidance = await guidanceOf(checkout, { policy, wanted, files, io })
  const nonce = randomUUID()
  const outcome = await ask(
    {
      head: checkout.head,
      files,
      copy,
      mode: 'initial',
      prior: [],
      dismissed: new Map(),
      brief: complaint =>
        localBrief({
          checkout,
          base: wanted.base,
          files,
          diff,
          leftOut: exported.leftOut,
          withheld: policy['excluded-paths'],
          ...guidance,
          nonce,
          complaint,
        }),
      chain: chainOf(policy, wanted.agents),
      limits: limitsOf(policy),
      stop: io.stop,
      journal: null,
      member: null,
      secrets: [],
    },
    { ...realAgentDeps(io.env, io.err), scratch },
  )
  if (outcome.kind === 'answered') return tell(io, outcome.value, { json: wanted.json, cost: costOfAll(outcome.attempts) })
  io.err(outcome.kind === 'stopped' ? 'stopped' : `no review: ${whyUnable(outcome.attempts)}`)
  return 3
}

export const localReview: Command = {
  summary:
    'review this checkout against a branch, without any GitHub; exit 0 = no blocking finding, 1 = some, 3 = no agent could answer',
  usage: 'review --base BRANCH [--agent NAME[,NAME…]] [--skills NAME[,NAME…]] [--json]',
  run: async (argv, io) => {
    const text = { type: 'string' } as const
    const options = { base: text, agent: text, skills: text, json: { type: 'boolean' } } as const
    const { values } = parseArgs({ args: argv, options })
    if (values.base === undefined)
      throw new UsageError('--base: found none; expected the branch to compare with; write review --base main')
    const wanted: Wanted = {
      base: values.base,
      agents: listOf(values.agent),
      skills: listOf(values.skills),
      json: values.json ?? false,
    }
    const checkout = orThrow(await readCheckout(io.cwd, wanted.base, io.env))
    io.err(saidFirst(checkout, wanted.base))
    return withScratch(io.env, scratch => reviewIn(scratch, checkout, { wanted, io }))
  },
}
