import type { Policy } from '../policy/schema.ts'
import type { Snapshot } from '../snapshot/snapshot.ts'

/** The policy as the request that started the present count asked for it: `review max-cycles=5` holds until a person steps in again. */
export const askedPolicy = (policy: Policy, { acts, engagement }: Snapshot): Policy => {
  const asked = acts.find(act => act.id === engagement?.act)?.text?.maxCycles ?? null
  return asked === null ? policy : { ...policy, 'max-cycles': asked }
}
