/** Shorter values would blot out ordinary words; no secret worth the name is that short. */
const leastLength = 6

/** Replaces every secret, each line of a multi-line one, and their base64 and URL spellings. */
export function redact(text: string, secrets: string[]): string {
  let clean = text
  for (const form of secretForms(secrets)) clean = clean.replaceAll(form, '***')
  return clean
}

/** All spellings, longest first, so that a part never leaves the rest of a longer one behind. */
function secretForms(secrets: string[]): string[] {
  const values = secrets.flatMap(secret => [secret, ...secret.split(/\r?\n/)]).map(value => value.trim())
  const forms = values
    .filter(value => value.length >= leastLength)
    .flatMap(value => [value, base64Of(value), encodeURIComponent(value), JSON.stringify(value).slice(1, -1)])
  return [...new Set(forms)].sort((one, other) => other.length - one.length)
}

const base64Of = (value: string): string => Buffer.from(value, 'utf8').toString('base64').replace(/=+$/, '')

/** One line of bounded length, for logs, journals and tables. */
export const oneLine = (text: string, limit = 300): string => {
  const flat = text
    .slice(0, 20_000)
    .replace(/[\s\x00-\x1f\x7f]+/g, ' ')
    .trim()
  return flat.length <= limit ? flat : `${flat.slice(0, limit - 1)}…`
}
