import type { BriefInput } from '../../src/brief/build-brief.ts'
import { filesOf, head } from '../review/base.ts'

export const nonce = 'n0nce-4f1c'

/** A first review of a small change; each case changes one thing. */
export const briefInput = (change: Partial<BriefInput> = {}): BriefInput => ({
  nonce,
  mode: 'initial',
  pull: {
    number: 42,
    repository: 'acme/shop',
    title: 'Retry on 503',
    body: 'Adds retries.',
    author: 'dev',
    base: { ref: 'main', sha: 'b'.repeat(40) },
    head: { ref: 'retry', sha: head },
    labels: ['bug'],
  },
  prior: [],
  talk: [],
  files: filesOf('format-patch'),
  truncated: false,
  delta: null,
  skills: [{ name: 'review', text: 'Find what would hurt.' }],
  conventions: [],
  leftOut: [],
  withheld: [],
  complaint: null,
  ...change,
})

/** What of a brief stands outside of all fences: what the agent takes for our own words. */
export const ownWords = (brief: string): string => {
  const kept: string[] = []
  let inside = false
  for (const line of brief.split('\n')) {
    if (line.startsWith(`<<<UNTRUSTED ${nonce} `)) inside = true
    else if (line === `UNTRUSTED>>> ${nonce}`) inside = false
    else if (!inside) kept.push(line)
  }
  return kept.join('\n')
}
