/** What an author says of an own head. `ready` is the reason why it can be reviewed, or with `passed: false` what is missing. */
export type SelfReviewText = { changed: string; verified: string; ready: string; passed: boolean }

type Part = 'changed' | 'verified' | 'ready' | 'not ready'

const LABEL =
  /^[ \t]{0,3}(?:[-*][ \t]+)?(?:\*\*|__)?(?:what |how |why )?(changed|verified|ready|not ready)(?:\*\*|__)?[ \t]*:(?:\*\*|__)?[ \t]*(.*)$/i
const LONGEST_PART = 4_000

/** The form, for refusals. */
export const SELF_REVIEW_FORM =
  'three parts, each on a line of its own: `Changed: …`, `Verified: …`, `Ready: …` (or `Not ready: …`)'

/** Reads the parts that follow a `self-review` command; text goes on until the next part. `null` = one is missing or empty. */
export const selfReviewText = (body: string): SelfReviewText | null => {
  const parts = new Map<Part, string[]>()
  let current: string[] | null = null
  for (const line of body.split(/\r?\n/)) {
    const [, label, rest = ''] = LABEL.exec(line) ?? []
    if (label === undefined) current?.push(line)
    else {
      current = [rest]
      parts.set(label.toLowerCase() as Part, current)
    }
  }
  const textOf = (part: Part): string => (parts.get(part) ?? []).join('\n').trim().slice(0, LONGEST_PART)
  const [changed, verified] = [textOf('changed'), textOf('verified')]
  const missing = textOf('not ready')
  const ready = missing || textOf('ready')
  return changed === '' || verified === '' || ready === '' ? null : { changed, verified, ready, passed: missing === '' }
}
