import { type Dispatched, dispatch } from '../github/writer-dispatch.ts'
import type { PullRun } from '../observe/context.ts'
import type { View } from '../observe/look.ts'

/** Dispatches a run for the pull: a wake-up, which rebuilds for itself what there is to do. */
export const wake = ({ site }: PullRun, { snapshot }: View, workflow: string): Promise<Dispatched> =>
  dispatch(site, { workflow, ref: snapshot.facts.repository.defaultBranch, inputs: { pull: String(snapshot.facts.pull.number) } })
