import { type Dispatch, type Dispatched, dispatch } from '../github/writer-dispatch.ts'
import type { PullRun } from '../observe/context.ts'
import type { View } from '../observe/look.ts'

/** A dispatch that says no more than which pull: the run rebuilds for itself what there is to do. */
export const wakingOf = ({ snapshot: { facts } }: View, workflow: string): Dispatch => ({
  workflow,
  ref: facts.repository.defaultBranch,
  inputs: { pull: String(facts.pull.number) },
})

export const wake = ({ site }: PullRun, view: View, workflow: string): Promise<Dispatched> =>
  dispatch(site, wakingOf(view, workflow))
