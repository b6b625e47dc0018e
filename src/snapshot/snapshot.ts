import type { Claim, FindingState, StatusMarker, VerdictMarker } from '../markers/schema.ts'
import type { Authored, Facts, ThreadFact } from './facts.ts'
import type { Fixes } from './fixes.ts'
import type { Instant, Login, Sha } from './ids.ts'
import type { Round } from './rounds.ts'

/** How GitHub's facts are read: who we are, whom we trust, and the names the policy gives to things. */
export type RebuildSettings = {
  reviewer: string
  /** Names of the panel's members; empty = one reviewer alone. */
  panel: string[]
  mention: string
  labels: { ask: string; pause: string }
  automationAccounts: Login[]
  trustedBots: Login[]
  marker: {
    keys: { current: string | null; previous: string | null }
    unsignedBefore: Instant | null
    trusted: string[]
    legacy: boolean
  }
}

/** A trusted verdict as it counts. `edited` = changed by another: it may stop us, never let us go on. */
export type Verdict = {
  /** Database id of the review (or of the comment, for a legacy one). */
  id: number
  nodeId: string
  at: Instant
  reviewer: string
  head: Sha
  /** `null` = unknown: it closes the head on every base. */
  base: string | null
  occasion: string
  decision: 'approved' | 'fix-requested'
  edited: boolean
  carried: boolean
  /** From the older family of markers, or by an account that is trusted but not ours: no status comment belongs to it. */
  foreign: boolean
  acts: string[]
  marker: VerdictMarker | null
  /** The open findings that an edited marker still names: they may stop us. */
  doubtful: FindingState[]
}

/** `edited` = last changed by another account, at `editedAt`: nothing in it is trusted any more. */
export type StatusComment = {
  id: number
  nodeId: string
  createdAt: Instant
  editedAt: Instant | null
  edited: boolean
  marker: StatusMarker
}

/** A comment of ours that another account deleted. `by: null` = an account that is not shown. */
export type Deletion = { at: Instant; by: Login | null }

export type EscalationComment = { id: number; at: Instant; head: string | null; reason: string }

export type ActKind = 'request' | 'resume' | 'bot-request' | 'relabel' | 'review-request' | 'unlabel'

/**
 * open = to be served; answered = by this member of a panel, which has not decided yet; needs-permission = open once the asker is
 * known to have write access; closed = its verdict was edited by another; lost = an edited text may have listed it.
 */
export type ActState =
  | { kind: 'open' | 'needs-permission' | 'not-allowed' | 'closed' | 'lost' | 'answered' }
  | { kind: 'served' | 'refused'; at: Instant }

/** Something that asks for a review. `text` is only there for written requests. */
export type Act = {
  id: string
  kind: ActKind
  at: Instant
  by: Login
  state: ActState
  text: WrittenRequest | null
}

export type WrittenRequest = {
  nodeId: string
  commentId: number
  where: 'comment' | 'review' | 'review-comment'
  skills: string[]
  maxCycles: number | null
  reacted: string[]
}

/**
 * A finding that a person asked to be dismissed. answered = our answer recorded it, with the permission that was asked then;
 * asked = the request alone stands there, and counts when its author has write access.
 */
export type Dismissal = { finding: string; by: Login; why: string; state: 'answered' | 'asked' }

/** A thread that a finding of ours opened, and what was said in it since. */
export type OwnThread = Pick<ThreadFact, 'nodeId' | 'isResolved' | 'resolvedBy' | 'viewerCanResolve' | 'path' | 'line'> & {
  finding: string
  /** Its first line, which names severity and title. */
  headline: string
  replies: Authored[]
}

/** What a person did that starts the count anew. `by: request` does not reset the starts. */
export type Engagement = { at: Instant; by: 'request' | 'unlabel' | 'approval'; who: Login | null; act: string | null }

export type Setter = 'us' | 'person' | 'automation' | 'unknown'

export type Pause = {
  label: { on: boolean; by: Setter; at: Instant | null }
  /** The newest removal of the label that the timeline shows. */
  removal: { by: Setter; at: Instant } | null
  /** When we set the label, oldest first. */
  ours: Instant[]
  escalations: EscalationComment[]
  /** An escalation of ours, label or comment, newer than every engagement. */
  live: boolean
}

export type Cycle = {
  count: number
  since: { at: Instant; why: 'beginning' | 'approval' | 'engagement' }
  /** The combined verdicts that made the count, oldest first; one a head. */
  counted: Verdict[]
  /** All combined verdicts, oldest first, for people to see the whole story. */
  story: Verdict[]
}

export type Starts = { life: number; sinceEngagement: number; noVerdict: number }

/** What was started and spent on one UTC day. */
export type DayUse = { runs: number; usd: number }

export type Spend = { life: number; sinceEngagement: number }

export type Used = { starts: Spend; spend: Spend }

/** What was seen and does not count, for the log. */
export type Ignored = { foreign: number; unsigned: number; malformed: number }

/** Whether the claim's owner still runs. `null` = no claim that needs an owner. */
export type Owner = 'alive' | 'dead' | 'unknown' | 'ours' | null

export type Snapshot = {
  facts: Facts
  reviewer: string
  /** Names of the panel's members; empty = one reviewer alone. */
  panel: string[]
  verdicts: Verdict[]
  /** Later reviews of a key that has its verdict: to be tidied away. */
  duplicates: Verdict[]
  /** Our status comments of this reviewer, lowest id first: the first counts. */
  statuses: StatusComment[]
  /** The claims of other reviewers that run under our account: one lock serves them all. */
  otherClaims: Claim[]
  /** The status comments of all other reviewers that are trusted, the lowest id of each. */
  others: StatusComment[]
  statusHealth: 'none' | 'ok' | 'gone' | 'edited'
  deletions: Deletion[]
  acts: Act[]
  /** What the members of a panel did at the present head, the newest last. */
  rounds: Round[]
  threads: OwnThread[]
  dismissals: Dismissal[]
  /** The ids of all requests that an answer of ours lists, whatever they asked for. */
  answered: string[]
  engagement: Engagement | null
  /** The newest engagement that resets the starts and the spend. */
  reset: Engagement | null
  pause: Pause
  fixes: Fixes
  cycle: Cycle
  starts: Starts
  spend: Spend
  /** What all other reviewers of this pull used, members of a panel or not. */
  elsewhere: Used
  /** Today's part of all reviewers of this pull. */
  today: DayUse
  /** Set when this pull must be left alone: a newer release wrote here, or a signature cannot be checked. */
  unreadable: { why: 'newer-version' | 'needs-key'; detail: string } | null
  ignored: Ignored
}
