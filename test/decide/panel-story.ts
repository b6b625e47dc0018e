import { turnOf } from '../../src/decide/panel.ts'
import { defaultPolicy, type Policy } from '../../src/policy/schema.ts'
import { Story } from '../snapshot/story.ts'

export const members = ['anna', 'ben', 'cleo']
export const policy: Policy = { ...defaultPolicy(), panel: members }

/** A pull with a panel of three, each with runs of its own. */
export class Panel extends Story {
  constructor() {
    super({ settings: { panel: members, reviewer: 'anna' } })
  }

  as(reviewer: string): this {
    this.settings.reviewer = reviewer
    return this
  }

  seen() {
    return { snapshot: this.snapshot(), policy }
  }

  key() {
    const { head, base } = this.facts.pull
    return { head: head.oid, base: base.ref, occasion: 'first' }
  }

  /** A member's whole part: claim, answer, ending. */
  tells(reviewer: string, letter: 'A' | 'F', change: Parameters<Story['posts']>[1] = {}): this {
    const isFirst = this.as(reviewer).snapshot().verdicts.length === 0
    const claim = this.claim({ role: isFirst ? 'anchor' : 'enricher' })
    this.posts(letter, { reviewer, role: isFirst ? 'anchor' : 'enricher', findings: [], nonce: claim.nonce, ...change })
    return this.ends('continues')
  }

  fails(reviewer: string): this {
    this.as(reviewer).claim({ role: 'enricher' })
    return this.ends('error')
  }

  turn(reviewer: string, gone: string[] = []): string {
    return turnOf(this.as(reviewer).seen(), this.key(), gone).turn
  }
}
