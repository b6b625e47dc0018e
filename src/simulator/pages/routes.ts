import type { Answer } from '../rest/route.ts'
import type { World } from '../world/world.ts'

/** The page at a GitHub path; null = there is none. */
export function pageAt(_world: World, _path: string): Answer | null {
  return null
}
