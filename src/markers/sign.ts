import { createHmac, timingSafeEqual } from 'node:crypto'

/** The secret markers are signed with, and the one before it while it is being changed. `null` = not set. */
export type MarkerKeys = { current: string | null; previous: string | null }

const digestOf = (payload: string, key: string): string =>
  createHmac('sha256', key).update(`countersign:v1\n${payload}`).digest('hex')

const isSame = (a: string, b: string): boolean => {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

const keysOf = (keys: MarkerKeys): string[] => [keys.current, keys.previous].flatMap(key => key || [])

export const hasKey = (keys: MarkerKeys): boolean => keysOf(keys).length > 0

/** HMAC-SHA-256 in hex over the payload, which holds its own binding (repository and pull). `null` = no key to sign with. */
export const signatureOf = (payload: string, keys: MarkerKeys): string | null => {
  const key = keysOf(keys)[0]
  return key === undefined ? null : digestOf(payload, key)
}

/** Compares in constant time with what each key would have signed. */
export const isSignedBy = (payload: string, signature: string, keys: MarkerKeys): boolean =>
  keysOf(keys).some(key => isSame(digestOf(payload, key), signature))
