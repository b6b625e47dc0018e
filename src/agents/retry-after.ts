/** When a vendor says it can be asked again. */
export type Reset = {
  /** How long to wait; null when nothing was said, or only in words without a time zone, which nobody should sleep on. */
  waitMs: number | null
  /** The phrase as it was written, for people. */
  text: string | null
}

type Reader = { pattern: RegExp; wait: (found: RegExpExecArray, nowMs: number) => number | null }

const unit = 'ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?'
const duration = `(?:(?:\\d{1,9}(?:\\.\\d{1,6})?|an?) ?(?:${unit})(?![a-z])[ ,]{0,2}(?:and )?){1,4}`

/** Surest first. Every pattern is bounded: error texts come from outside. */
const readers: Reader[] = [
  { pattern: /retry[-_ ]?(?:after|delay)[-_ ]?ms["']?\s{0,3}[:=]?\s{0,3}["']?(\d{1,15})/i, wait: found => Number(found[1]) },
  {
    pattern: /retry[-_ ]?after["']?\s{0,3}[:=]\s{0,3}["']?((?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},? [\w :-]{10,30} gmt)/i,
    wait: untilDate,
  },
  {
    pattern: /(?:retry[-_ ]?after|resets?(?:[-_ ]?at)?)["']?(?:\s{0,3}[:=]\s{0,3}|\s)["']?(1\d{9}|1\d{12})(?!\d)/i,
    wait: untilEpoch,
  },
  {
    pattern: new RegExp(`retry[-_ ]?(?:after|delay)["']?\\s{0,3}[:=]?\\s{0,3}["']?(${duration})`, 'i'),
    wait: found => durationMs(found[1] ?? ''),
  },
  {
    pattern: /retry[-_ ]?after["']?\s{0,3}[:=]?\s{0,3}["']?(\d{1,9}(?:\.\d{1,6})?)(?![\d.:/-])/i,
    wait: found => Number(found[1]) * 1000,
  },
  {
    pattern: new RegExp(
      `(?:again|retry|resets?|wait|available|access|renews?)(?: \\w{1,12}){0,3}? ?(?:in|after|for)? (${duration})`,
      'i',
    ),
    wait: found => durationMs(found[1] ?? ''),
  },
  {
    pattern:
      /(?:again|resets?|access|until|available)["']?[^0-9\n]{0,20}(\d{4}-\d\d-\d\d(?:t| at | )\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)? ?(?:z|utc|gmt|[+-]\d\d:?\d\d))/i,
    wait: untilDate,
  },
]

const wordy =
  /(?:resets?|try again|available again)(?: \w{2,5}){0,2} [^\n.;·]{0,40}\d{1,2}(?::\d\d)? ?[ap]m(?: ?\([\w/+-]{1,40}\))?/i

/** Reads `Retry-After` in seconds, as HTTP date or epoch, and the vendors' phrases ("try again in 1h2m3s", "resets 8:50pm"). */
export function resetOf(text: string, nowMs: number): Reset {
  const said = text.slice(0, 8_000)
  for (const { pattern, wait } of readers) {
    const found = pattern.exec(said)
    const waitMs = found === null ? null : wait(found, nowMs)
    if (found !== null && waitMs !== null && Number.isFinite(waitMs))
      return { waitMs: Math.max(0, Math.ceil(waitMs)), text: found[0].trim() }
  }
  return { waitMs: null, text: wordy.exec(said)?.[0].trim() ?? null }
}

function untilDate(found: RegExpExecArray, nowMs: number): number | null {
  const at = Date.parse(
    (found[1] ?? '')
      .replace(/ at /i, ' ')
      .replace(/ ?utc$/i, 'Z')
      .replace(/^(\d{4}-\d\d-\d\d) /, '$1T'),
  )
  return Number.isNaN(at) ? null : at - nowMs
}

function untilEpoch(found: RegExpExecArray, nowMs: number): number {
  const digits = found[1] ?? ''
  return (digits.length > 10 ? Number(digits) : Number(digits) * 1000) - nowMs
}

const unitMs: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** `1h2m3s`, `2 minutes`, `an hour and 5 minutes`. */
export function durationMs(phrase: string): number {
  let total = 0
  for (const part of phrase.matchAll(/(\d+(?:\.\d+)?|\ban?\b) ?(ms|mil|s|m|h|d)/gi)) {
    const name = (part[2] ?? '').toLowerCase()
    const amount = /^an?$/i.test(part[1] ?? '') ? 1 : Number(part[1])
    total += amount * (unitMs[name === 'mil' ? 'ms' : name] ?? 0)
  }
  return total
}
