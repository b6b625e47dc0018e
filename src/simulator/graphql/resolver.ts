import type { Act, Viewer } from '../access.ts'
import type { View } from '../view.ts'
import type { Repository } from '../world/types.ts'
import type { World } from '../world/world.ts'

/** One operation's surroundings. */
export type Context = {
  world: World
  viewer: Viewer
  view: View
  cost: { cost: number; nodeCount: number }
  limit: { limit: number; remaining: number; used: number; resetAt: number }
}
export type Args = Readonly<Record<string, unknown>>

/** Resolvers of one type by field; a field without one is read from its source as it is. */
export type Table<Source> = { [field: string]: { resolve(source: Source, args: Args, context: Context): unknown }['resolve'] }

export const actIn = (context: Context, repository: Repository): Act => ({
  world: context.world,
  viewer: context.viewer,
  repository,
})

/** Arguments were checked against the schema: these only give them their types. */
export const textArg = (args: Args, name: string): string => {
  const value = args[name]
  return typeof value === 'string' ? value : ''
}
export const optionalText = (args: Args, name: string): string | null => {
  const value = args[name]
  return typeof value === 'string' ? value : null
}
export const optionalNumber = (args: Args, name: string): number | null => {
  const value = args[name]
  return typeof value === 'number' ? value : null
}
export const textsArg = (args: Args, name: string): string[] => {
  const value = args[name]
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}
export const recordOf = (value: unknown): Args =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
export const recordsArg = (args: Args, name: string): Args[] => {
  const value = args[name]
  return Array.isArray(value) ? value.map(recordOf) : []
}
