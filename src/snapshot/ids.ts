/** The server's time: whole seconds since the epoch. Never the runner's clock. */
export type Instant = number

/** A whole commit id: 40 (or 64) lower-case hex digits. A prefix is never a Sha. */
export type Sha = string & { readonly brand: 'Sha' }

/** An account's name as one spelling: lower case, without the `[bot]` that REST adds and GraphQL leaves off. */
export type Login = string & { readonly brand: 'Login' }

export const shaOf = (text: unknown): Sha | null =>
  typeof text === 'string' && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text) ? (text as Sha) : null

export const loginOf = (text: string): Login => text.toLowerCase().replace(/\[bot\]$/, '') as Login

/** Seconds since the epoch of an ISO 8601 time as GitHub writes it; NaN for anything else. */
export const instantOf = (iso: string): Instant => Math.floor(Date.parse(iso) / 1000)

const DAY_S = 86_400

export const isoOf = (at: Instant): string => new Date(at * 1000).toISOString().replace('.000Z', 'Z')

/** The UTC day, as `2026-01-31`. */
export const dayOf = (at: Instant): string => isoOf(at).slice(0, 10)

/** 00:00 UTC of the day after. */
export const nextDayOf = (at: Instant): Instant => (Math.floor(at / DAY_S) + 1) * DAY_S
