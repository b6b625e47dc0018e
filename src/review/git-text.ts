const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Length in bytes of the UTF-8 sequence that a lead byte announces; 0 for a byte that cannot lead. */
const sequenceLength = (lead: number): number => {
  if (lead < 0x80) return 1
  if (lead >= 0xc2 && lead <= 0xdf) return 2
  if (lead >= 0xe0 && lead <= 0xef) return 3
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0
}

const decodeSlice = (bytes: Uint8Array): string | null => {
  try {
    return strict.decode(bytes)
  } catch {
    return null
  }
}

const decodeEscaped = (bytes: Uint8Array): string => {
  const parts: string[] = []
  let clean = 0
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes[at] ?? 0)
    if (length === 1 || (length > 1 && decodeSlice(bytes.subarray(at, at + length)) !== null)) {
      at += length
      continue
    }
    parts.push(strict.decode(bytes.subarray(clean, at)), String.fromCharCode(0xdc00 + (bytes[at] ?? 0)))
    at += 1
    clean = at
  }
  parts.push(strict.decode(bytes.subarray(clean)))
  return parts.join('')
}

/** Decodes git's output without loss: a byte that is not UTF-8 becomes the lone surrogate U+DC80…U+DCFF of its value. */
export const decodeGit = (bytes: Uint8Array): string => decodeSlice(bytes) ?? decodeEscaped(bytes)

/** Is the text free of bytes that were not UTF-8? GitHub's API can name only such paths. */
export const isWellFormed = (text: string): boolean => !/\p{Surrogate}/u.test(text)

/** The text with each byte that was not UTF-8 shown as `\xE9`. */
export const showBytes = (text: string): string =>
  text.replace(/\p{Surrogate}/gu, unit => `\\x${(unit.charCodeAt(0) & 0xff).toString(16).toUpperCase().padStart(2, '0')}`)
