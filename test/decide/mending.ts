import type { FindingState, FixTask } from '../../src/markers/schema.ts'
import { defaultPolicy, type Policy } from '../../src/policy/schema.ts'
import type { FixPush } from '../../src/snapshot/fixes.ts'
import { Story } from '../snapshot/story.ts'
import { planOf } from './says.ts'

const finding = (id: string, change: Partial<FindingState> = {}): FindingState => ({
  id,
  severity: 'high',
  blocking: true,
  path: 'a.ts',
  line: 1,
  status: 'new',
  ...change,
})

export const BLOCKER = finding('f1')
export const NOTE = finding('n1', { blocking: false, severity: 'low' })

/** Head A has a review that asks for a fix of one finding, and notes another. */
export const reviewed = (findings = [BLOCKER, NOTE]): { story: Story; review: number } => {
  const story = new Story()
  return { story, review: story.verdict('F', { findings }) }
}

export const writesTasks = (
  story: Story,
  tasks: FixTask[],
  { by = 'us', pushes = [] }: { by?: string; pushes?: FixPush[] } = {},
): number =>
  story.comment({
    by,
    body: 'Fixes',
    marker: { kind: 'fix-tasks', ...story.binding(), reviewer: 'countersign', tasks, pushes },
  }).id

export const inputOf = (story: Story, change: Partial<Policy> = {}) => {
  const policy: Policy = { ...defaultPolicy(), fix: 'run', ...change }
  return { snapshot: story.snapshot(), policy, plan: planOf(story, { policy }) }
}

export const task = (verdict: number, change: Partial<FixTask> = {}): FixTask => ({
  verdict,
  finding: 'f1',
  state: 'open',
  attempts: 0,
  ...change,
})
