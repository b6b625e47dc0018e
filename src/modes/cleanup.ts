import { type CleanupPlan, isEmpty, planCleanup } from '../cleanup/plan-cleanup.ts'
import { applyCleanup } from '../effects/cleanup.ts'
import { fileAt } from '../github/folder.ts'
import { changeRequests, openPullsWithLabels } from '../github/left-behind.ts'
import { viewerNow } from '../github/viewer.ts'
import type { Site } from '../github/writer.ts'
import { policyOf } from '../observe/policy.ts'
import { POLICY_PATH } from '../policy/parse.ts'

/** `names` = further accounts that Countersign ran as here; `apply` = false only looks. */
export type CleanupOrder = { names: string[]; apply: boolean }

export type Cleaned = { plan: CleanupPlan; refused: string[] }

const accountsOf = async (site: Site, names: string[]): Promise<string[]> => {
  const { login, isBot } = await viewerNow(site.api)
  return [...new Set([isBot ? `${login}[bot]` : login, ...names])]
}

/** Looks at all open pull requests, and takes back what is ours on each. What is closed is left as it is. */
export async function* cleanup(site: Site, { names, apply }: CleanupOrder): AsyncGenerator<Cleaned> {
  const text = await fileAt(site, POLICY_PATH)
  const policy = policyOf({ policy: text === null ? null : { text } })
  const accounts = await accountsOf(site, names)
  for (const pull of await openPullsWithLabels(site)) {
    const on = { ...site, target: { ...site.target, number: pull.number } }
    const plan = planCleanup(pull, await changeRequests(on), { policy, accounts })
    if (!isEmpty(plan)) yield { plan, refused: apply ? await applyCleanup(on, plan) : [] }
  }
}
