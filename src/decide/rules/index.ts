import { alreadyReviewed } from './already-reviewed.ts'
import { askedHead } from './asked-head.ts'
import { checks } from './checks.ts'
import { cycleCap } from './cycle-cap.ts'
import { dailyBudget } from './daily-budget.ts'
import { docsOnly } from './docs-only.ts'
import { draft } from './draft.ts'
import { eligible } from './eligible.ts'
import { finished } from './finished.ts'
import { inProgress } from './in-progress.ts'
import { linkedIssue } from './linked-issue.ts'
import { noVerdict } from './no-verdict.ts'
import { open } from './open.ts'
import { panelAtWork } from './panel-at-work.ts'
import { panelUndecided } from './panel-undecided.ts'
import { paused } from './paused.ts'
import { pullBudget } from './pull-budget.ts'
import type { Rule } from './rule.ts'
import { starts } from './starts.ts'
import { statusKept } from './status-kept.ts'
import { unchangedPatch } from './unchanged-patch.ts'

/** The ordered list: the first objection wins. The documented table is made from it. */
export const rules: Rule[] = [
  open,
  draft,
  eligible,
  askedHead,
  panelUndecided,
  paused,
  statusKept,
  inProgress,
  cycleCap,
  panelAtWork,
  alreadyReviewed,
  finished,
  starts,
  noVerdict,
  pullBudget,
  linkedIssue,
  unchangedPatch,
  docsOnly,
  checks,
  dailyBudget,
]
