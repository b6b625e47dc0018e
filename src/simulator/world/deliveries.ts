import type { World } from './world.ts'

/** A webhook as GitHub would send it. */
export type Delivery = {
  event: string
  action: string | null
  at: number
  sender: string
  repository: string
  /** Events caused by GITHUB_TOKEN start no workflow, dispatches excepted (fact 12). */
  startsRuns: boolean
  /** Runs of pulls from forks have no secrets and may not write (fact 11). */
  isReadOnly: boolean
  payload: Record<string, unknown>
}

/** Keeps the delivery and tells everybody who listens. */
export function deliver(world: World, delivery: Delivery): void {
  world.deliveries.push(delivery)
  for (const listener of world.listeners) listener(delivery)
}
