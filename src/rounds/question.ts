import { randomUUID } from 'node:crypto'
import type { ToJudge } from '../brief/opinion.ts'
import { SKILL_BOUNDS } from '../brief/own-skills.ts'
import { memoryOf } from '../observe/memory.ts'
import { chainOf, limitsOf } from '../policy/agents.ts'
import type { ReviewMode } from '../review/decision.ts'
import { speakerOf } from '../snapshot/panel.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'
import type { Question } from './ask.ts'
import { briefFor } from './brief-for.ts'
import { requestedSkills, skillsFor } from './skills-for.ts'
import type { Job } from './work.ts'

/** initial = nothing before; convergence = from the second fix-requested head on; rereview between. */
export const modeOf = (snapshot: Snapshot): ReviewMode => {
  if (!snapshot.verdicts.some(verdict => verdict.edited || (verdict.reviewer === speakerOf(snapshot) && verdict.marker !== null)))
    return 'initial'
  return snapshot.cycle.count >= 2 ? 'convergence' : 'rereview'
}

/** `judged` = the findings of another's review, for a second opinion. */
export type Asking = { reviewer: string; judged: ToJudge[] | null; stop: AbortSignal }

const skillsOf = ({ pullRun, claim, view, prepared }: Job, { reviewer, judged }: Asking) => {
  const { snapshot, policy } = view
  const { pull, repository } = snapshot.facts
  return skillsFor({
    policy,
    labels: pull.labels,
    requested: [...requestedSkills(view, claim, reviewer), ...(judged === null ? [] : ['second-opinion'])],
    read: paths => prepared.repository.readBranch({ ref: `refs/heads/${repository.defaultBranch}`, paths, ...SKILL_BOUNDS }),
    log: pullRun.log,
  })
}

/** All that one reviewer is asked about the claimed head. */
export const questionOf = async (job: Job, asking: Asking): Promise<Question> => {
  const { claim, view, deps, prepared, journal } = job
  const { snapshot, policy } = view
  const { reviewer, judged, stop } = asking
  const skills = await skillsOf(job, asking)
  const memory = await memoryOf(job.pullRun, view)
  const { prior, dismissed } = memory
  const [mode, nonce] = [modeOf(snapshot), randomUUID()]
  return {
    head: claim.head,
    files: prepared.files,
    copy: prepared.copy,
    mode,
    prior,
    dismissed,
    brief: complaint => briefFor({ view, claim, prepared, mode, memory, judged, skills, nonce, complaint }),
    // The input names the agents of one reviewer; a panel's members each have their own.
    chain: chainOf(policy, reviewer === job.pullRun.reviewer ? deps.chain : [], reviewer),
    limits: limitsOf(policy),
    stop,
    journal,
    member: policy.panel.includes(reviewer) ? reviewer : null,
    secrets: deps.secrets,
  }
}
