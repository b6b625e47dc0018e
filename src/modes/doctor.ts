import { bad, type Check, ok } from '../doctor/check.ts'
import { checkAgents, checkLabels, checkSwitches, checkToken, tokenKind } from '../doctor/check-rest.ts'
import { checkWorkflows } from '../doctor/check-workflows.ts'
import type { SetUp } from '../doctor/set-up.ts'
import { readWorkflow } from '../doctor/workflow.ts'
import { fileAt, folderAt } from '../github/folder.ts'
import { actionsMayApprove, labelNames, repositoryNow, secretNames, variablesOf } from '../github/settings.ts'
import { viewerNow } from '../github/viewer.ts'
import type { Site } from '../github/writer.ts'
import { POLICY_PATH, parsePolicy, policyErrorText } from '../policy/parse.ts'
import { defaultPolicy, type Policy } from '../policy/schema.ts'

const FOLDER = '.github/workflows'

const workflowsOf = async (site: Site): Promise<SetUp['workflows']> => {
  const files = (await folderAt(site, FOLDER)).filter(({ path, isFolder }) => !isFolder && /\.ya?ml$/.test(path))
  const read = await Promise.all(
    files.map(async ({ path }) => readWorkflow(path.slice(FOLDER.length + 1), (await fileAt(site, path)) ?? '')),
  )
  return read.flatMap(workflow => workflow ?? [])
}

const observed = async (site: Site, token: string): Promise<SetUp> => {
  const [viewer, { branch, access }] = [await viewerNow(site.api), await repositoryNow(site)]
  return {
    token: { kind: tokenKind(token), login: viewer.login },
    access: viewer.isBot ? null : access,
    branch,
    workflows: await workflowsOf(site),
    policy: await fileAt(site, POLICY_PATH),
    labels: await labelNames(site),
    secrets: await secretNames(site),
    variables: await variablesOf(site),
    mayApprove: await actionsMayApprove(site),
  }
}

const policyChecks = (text: string | null, branch: string): { policy: Policy; checks: Check[] } => {
  if (text === null)
    return { policy: defaultPolicy(), checks: [ok('policy', `no ${POLICY_PATH} on ${branch}: the defaults hold`)] }
  const parsed = parsePolicy(text)
  if (parsed.kind === 'ok') return { policy: parsed.policy, checks: [ok('policy', `${POLICY_PATH} on ${branch} is valid`)] }
  const said = { expected: 'a policy that can be used', todo: 'mend it: no run starts with it' }
  return {
    policy: defaultPolicy(),
    checks: parsed.errors.map(error => bad('fail', 'policy', { found: policyErrorText(error), ...said })),
  }
}

/** Looks at how a repository is set up, and says of each thing what was found, what was expected and what to do. Writes nothing. */
export const doctor = async (site: Site, { token, reviewFile }: { token: string; reviewFile: string }): Promise<Check[]> => {
  const setUp = await observed(site, token)
  const { policy, checks } = policyChecks(setUp.policy, setUp.branch)
  return [
    ...checkToken(setUp),
    ...checks,
    ...checkWorkflows({ workflows: setUp.workflows, reviewFile, policy, branch: setUp.branch }),
    ...checkAgents(setUp, policy, reviewFile),
    ...checkLabels(setUp, policy),
    ...checkSwitches(setUp, policy),
  ]
}
