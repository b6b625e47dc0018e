import { bounded, MARKER_LIMIT } from './bound.ts'
import { type Marker, markerSchema } from './schema.ts'
import { type MarkerKeys, signatureOf } from './sign.ts'
import { CLOSING, fenceLeftOpen, jsonOf, OPENING, VERSION, withoutMarkers } from './text.ts'

/** What must be kept does not fit into one marker. Nothing may be published in its place. */
export class MarkerTooLarge extends Error {
  override readonly name = 'MarkerTooLarge'
  readonly kind: Marker['kind']
  readonly length: number

  constructor(kind: Marker['kind'], length: number) {
    super(
      `the ${kind} marker has ${length} characters; at most ${MARKER_LIMIT} can be stored. Report fewer open findings or requests at once.`,
    )
    this.kind = kind
    this.length = length
  }
}

const lineOf = (marker: Marker, keys: MarkerKeys): string => {
  const { sig: _, ...payload } = marker
  const sig = signatureOf(jsonOf(payload), keys)
  return `${OPENING}${VERSION} ${jsonOf(sig === null ? payload : { ...payload, sig })}${CLOSING}`
}

/**
 * One line that stores the marker, signed when there is a key; at most `MARKER_LIMIT` characters.
 * Throws MarkerTooLarge when open findings, or requests served, are too many for that.
 */
export const encodeMarker = (marker: Marker, keys: MarkerKeys): string => {
  const valid = markerSchema.parse(marker)
  const line = lineOf(
    bounded(valid, it => lineOf(it, keys).length <= MARKER_LIMIT),
    keys,
  )
  if (line.length > MARKER_LIMIT) throw new MarkerTooLarge(marker.kind, line.length)
  return line
}

/** The text, made free of markers and of an unclosed code block, with the marker alone on the last line. */
export const appendMarker = (body: string, marker: Marker, keys: MarkerKeys): string => {
  const text = withoutMarkers(body).trimEnd()
  const fence = fenceLeftOpen(text)
  const closed = fence === null ? text : `${text}\n${fence}`
  const line = encodeMarker(marker, keys)
  return closed === '' ? line : `${closed}\n\n${line}`
}
