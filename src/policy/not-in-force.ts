import type { PolicyKey } from './schema.ts'

/** Keys that are accepted and documented as not in force, because no code reads them yet. A test keeps the list true both ways. */
export const notInForce: readonly PolicyKey[] = []
