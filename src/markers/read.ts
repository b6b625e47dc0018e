import type { Authored } from '../snapshot/facts.ts'
import type { Instant } from '../snapshot/ids.ts'
import { type LegacyMarker, type LegacySource, readLegacy } from './legacy.ts'
import { type Marker, type MarkerKind, markerKinds, markerSchema } from './schema.ts'
import { hasKey, isSignedBy } from './sign.ts'
import { CLOSING, jsonOf, lastLineOf, OPENING, VERSION } from './text.ts'
import { isEditedByAnother, isOurs, type MarkerContext } from './trust.ts'

export type { MarkerContext } from './trust.ts'

export type ForeignWhy = 'author' | 'other-repository' | 'other-pull' | 'unsigned' | 'bad-signature'

/** By whom the text is. A review of ours without readable marker, edited by another, closes the commit it was for. */
type Origin = { ours: boolean; edited: boolean }

/** `at` = the time that counts when it is not that of the comment's creation (older family only). */
export type MarkerReading =
  | { kind: 'ours'; marker: Marker; edited: boolean; legacy: boolean; at: Instant | null }
  | ({ kind: 'none' } & Origin)
  | ({ kind: 'foreign'; why: ForeignWhy } & Origin)
  | ({ kind: 'malformed'; why: string } & Origin)
  | { kind: 'newer'; version: number }
  | { kind: 'needs-key' }

type Payload = { [key: string]: unknown }
type Verdict = 'valid' | 'needs-key' | 'unsigned' | 'bad-signature'

const payloadOf = (json: string): Payload | null => {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Payload) : null
  } catch {
    return null
  }
}

/** `null` = nested too deep to be spelled again. */
const spelled = (value: unknown): string | null => {
  try {
    return jsonOf(value)
  } catch {
    return null
  }
}

/** Unsigned text may be edited later: the newest of both times counts. */
const writtenAt = (authored: Authored): Instant => Math.max(authored.createdAt, authored.editedAt ?? 0)

const isBeforeSigning = (authored: Authored, context: MarkerContext): boolean =>
  !hasKey(context.keys) || (context.unsignedBefore !== null && writtenAt(authored) < context.unsignedBefore)

/** A signature covers the exact bytes: a second spelling of the same payload is refused. */
const signatureState = (json: string, authored: Authored, context: MarkerContext): Verdict => {
  const { sig, ...rest } = payloadOf(json) ?? {}
  if (sig === undefined) return isBeforeSigning(authored, context) ? 'valid' : 'unsigned'
  if (!hasKey(context.keys)) return 'needs-key'
  if (typeof sig !== 'string' || spelled({ ...rest, sig }) !== json) return 'bad-signature'
  return isSignedBy(jsonOf(rest), sig, context.keys) ? 'valid' : 'bad-signature'
}

const foreignBinding = (payload: Payload, context: MarkerContext): ForeignWhy | null => {
  if (payload.repo !== context.repo) return 'other-repository'
  return payload.pull === context.pull ? null : 'other-pull'
}

const kindOf = (payload: Payload): MarkerKind | undefined =>
  typeof payload.kind === 'string' && markerKinds.includes(payload.kind) ? (payload.kind as MarkerKind) : undefined

const readPayload = (json: string, authored: Authored, context: MarkerContext): MarkerReading => {
  const payload = payloadOf(json)
  const kind = payload === null ? undefined : kindOf(payload)
  const origin: Origin = { ours: true, edited: isEditedByAnother(authored, kind) }
  if (payload === null || typeof payload.kind !== 'string')
    return { kind: 'malformed', why: 'not a JSON object with a kind', ...origin }
  const elsewhere = foreignBinding(payload, context)
  if (elsewhere !== null) return { kind: 'foreign', why: elsewhere, ...origin }
  const signature = signatureState(json, authored, context)
  if (signature === 'needs-key') return { kind: 'needs-key' }
  if (signature !== 'valid') return { kind: 'foreign', why: signature, ...origin }
  if (kind === undefined) return { kind: 'none', ...origin }
  const parsed = markerSchema.safeParse(payload)
  if (!parsed.success) return { kind: 'malformed', why: complaintOf(parsed.error.issues[0]), ...origin }
  return { kind: 'ours', marker: parsed.data, edited: origin.edited, legacy: false, at: null }
}

const complaintOf = (issue: { path: PropertyKey[]; message: string } | undefined): string =>
  issue === undefined ? 'not a marker' : `${issue.path.map(String).join('.')}: ${issue.message}`

const versionOf = (line: string): { version: number; rest: string } | null => {
  const [, digits = '', rest = ''] = /^([1-9]\d{0,8}) (.*)$/s.exec(line.slice(OPENING.length, -CLOSING.length)) ?? []
  return digits === '' ? null : { version: Number(digits), rest }
}

const readLine = (line: string, authored: Authored, context: MarkerContext): MarkerReading => {
  const versioned = line.endsWith(CLOSING) ? versionOf(line) : null
  if (versioned === null)
    return { kind: 'malformed', why: 'not of the form of a marker', ours: true, edited: isEditedByAnother(authored) }
  if (versioned.version > VERSION) return { kind: 'newer', version: versioned.version }
  return readPayload(versioned.rest, authored, context)
}

const fromLegacy = ({ marker, at }: LegacyMarker, authored: Authored): MarkerReading => ({
  kind: 'ours',
  marker,
  edited: isEditedByAnother(authored, marker.kind),
  legacy: true,
  at,
})

const readOlder = (authored: LegacySource, context: MarkerContext): MarkerReading => {
  const origin: Origin = { ours: true, edited: isEditedByAnother(authored) }
  const legacy = context.legacy ? readLegacy(authored, context) : null
  if (legacy === null) return { kind: 'none', ...origin }
  if (legacy === 'malformed')
    return { kind: 'malformed', why: 'a marker of the older family without a whole commit id', ...origin }
  return isBeforeSigning(authored, context) ? fromLegacy(legacy, authored) : { kind: 'foreign', why: 'unsigned', ...origin }
}

/**
 * What the text stores, by the rules of trust: right author, last line only, this repository and this pull, a valid
 * signature where a key is set. `edited` = changed by another: it may stop us, never let us go on.
 * Takes time linear in the body's length.
 */
export const readMarker = (authored: LegacySource, context: MarkerContext): MarkerReading => {
  const { line, inCode } = lastLineOf(authored.body)
  const isMarker = line.startsWith(OPENING)
  if (!isOurs(authored, context)) {
    const origin: Origin = { ours: false, edited: false }
    return isMarker ? { kind: 'foreign', why: 'author', ...origin } : { kind: 'none', ...origin }
  }
  if (!isMarker) return readOlder(authored, context)
  if (inCode) return { kind: 'malformed', why: 'inside a code block', ours: true, edited: isEditedByAnother(authored) }
  return readLine(line, authored, context)
}
