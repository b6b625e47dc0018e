import type { Claim } from '../markers/schema.ts'
import type { View } from '../observe/look.ts'
import type { PriorFinding, ReviewMode } from '../review/decision.ts'
import type { Prepared } from './prepare.ts'

export type BriefSource = { view: View; claim: Claim; prepared: Prepared; mode: ReviewMode; prior: PriorFinding[]; nonce: string; complaint: string | null }

export const briefFor = ({ claim }: BriefSource): string => `Review. Head: ${claim.head}`
