import * as z from 'zod'

/** The words that every part of a world file shares. */
export const time = z.iso.datetime().transform(text => Math.floor(Date.parse(text) / 1000))
export const id = z.number().int().positive().optional()
export const sha = z.string().regex(/^[0-9a-f]{40}$/, 'expected 40 hex digits')
export const login = z.string().min(1)
/** null = a deleted account. */
export const actor = login.nullable()
