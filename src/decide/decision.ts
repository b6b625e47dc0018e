import type { EscalationReason } from '../markers/schema.ts'
import type { Act } from '../snapshot/snapshot.ts'
import type { Effect } from './effect.ts'

/** Why a rule objects: what was seen, and what would change it. */
export type Objection = {
  action: 'skip' | 'wait' | 'escalate'
  evidence: string
  change: string
  /** Only for `escalate`. */
  reason?: EscalationReason
  effects: Effect[]
}

/** What one rule said. `unread` = it needs a read that was not made, because an earlier rule had objected. */
export type RuleReport = { rule: string; objection: Objection | null; passed: 'ok' | 'forced' | 'objects' | 'unread' }

export type Decision =
  | { kind: 'review'; acts: Act[]; occasion: string; trail: RuleReport[]; effects: Effect[] }
  | { kind: 'skip' | 'wait' | 'escalate'; rule: string; evidence: string; change: string; effects: Effect[]; trail: RuleReport[] }
