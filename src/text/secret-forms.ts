/** A spelling of a secret without blanks. `anyCase`: given in lower case, found in either. */
export type Form = { text: string; anyCase: boolean }

const shortest = 6

const withoutGaps = (text: string): string => text.replace(/[\s\p{Cf}]+/gu, '')

/** The part of the base64 of `…secret…` that does not depend on what stands before and behind it, `offset` bytes into a group. */
const base64At = (bytes: Buffer, offset: number): string => {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '')
  const first = [0, 2, 3][offset] ?? 0
  return encoded.slice(first, Math.floor(((offset + bytes.length) * 8) / 6))
}

const base64Forms = (bytes: Buffer): string[] =>
  [0, 1, 2].flatMap(offset => {
    const plain = base64At(bytes, offset)
    return [plain, plain.replaceAll('+', '-').replaceAll('/', '_')]
  })

const percentEncoded = (secret: string): string[] => {
  const encoded = encodeURIComponent(secret.toWellFormed())
  return [encoded, encoded.replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16)}`), encoded.replaceAll('%20', '+')]
}

const caseFolded = (text: string): Form => ({ text: text.toLowerCase(), anyCase: true })

const formsOfOne = (secret: string): Form[] => {
  const bytes = Buffer.from(secret, 'utf8')
  const hex = bytes.toString('hex')
  const percentAll = hex.replace(/../g, byte => `%${byte}`)
  const quoted = JSON.stringify(secret).slice(1, -1)
  return [
    ...[secret, quoted, quoted.replaceAll('/', '\\/'), ...base64Forms(bytes)].map(text => ({
      text: withoutGaps(text),
      anyCase: false,
    })),
    ...[hex, percentAll, hex.replace(/../g, byte => `\\x${byte}`)].map(caseFolded),
    // Only the hex digits of an encoding may be of either case; a secret that differs in case elsewhere is masked too.
    ...percentEncoded(secret).map(caseFolded),
  ]
}

/** Every common spelling of a secret, of each of its lines, and of the whole; those that would mask common words are left out. */
export const formsOf = (secret: string): Form[] => {
  const lines = secret.split(/\r\n?|\n/).map(line => line.trim())
  const parts = lines.length > 1 ? [secret, secret.trim(), ...lines.filter(line => line.length >= 8)] : [secret.trim()]
  const forms = [...new Set(parts)].filter(part => part.length >= shortest).flatMap(formsOfOne)
  const unique = new Map(forms.map(form => [`${form.anyCase} ${form.text}`, form]))
  return [...unique.values()].filter(form => form.text.length >= shortest)
}
