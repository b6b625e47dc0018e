import type { Version } from './adapter.ts'

/** The first `1.2.3` of what `--version` printed. */
export function versionOf(output: string): Version | null {
  const found = /\b(\d{1,6})\.(\d{1,6})\.(\d{1,6})\b/.exec(output.slice(0, 2_000))
  return found === null ? null : [Number(found[1]), Number(found[2]), Number(found[3])]
}

export function isAtLeast(version: Version, least: Version): boolean {
  for (const place of [0, 1, 2] as const) if (version[place] !== least[place]) return version[place] > least[place]
  return true
}
