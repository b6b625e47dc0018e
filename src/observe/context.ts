import type { Notice } from '../comments/notice.ts'
import type { RunFacts } from '../decide/late.ts'
import type { Api, Clock } from '../github/api.ts'
import { Cancelled, ConfigError } from '../github/errors.ts'
import type { Site } from '../github/writer.ts'
import { DEFAULT_REVIEWER } from '../inputs.ts'
import { PANEL } from '../panel/names.ts'
import type { Policy } from '../policy/schema.ts'
import type { Facts, Permission } from '../snapshot/facts.ts'
import type { Login } from '../snapshot/ids.ts'
import type { RebuildSettings } from '../snapshot/snapshot.ts'
import type { OwnWrites } from './own-writes.ts'

/** Which run this is, for claims and links. Outside Actions there is no job to look up: the claim is a lease. */
export type RunContext = {
  id: string
  attempt: number
  job: string | null
  url: string | null
  serverUrl: string
  /** Name of the workflow, whose own checks are no reason to wait. */
  workflow: string | null
  /** Name of the event that started the run. */
  event: string | null
  facts: RunFacts
  inActions: boolean
}

export type MarkerSettings = Pick<RebuildSettings['marker'], 'keys'>

/** One run's work on one pull: what does not change while it lasts, and what it has done so far. */
export type PullRun = {
  site: Site
  api: Api
  clock: Clock
  run: RunContext
  /** The input: the name of a reviewer. */
  named: string
  /** The name under which this run claims and decides, and the panel that it is part of: as the newest read says. */
  reviewer: string
  panel: string[]
  keys: RebuildSettings['marker']['keys']
  own: OwnWrites
  /** Aborted when the run is told to end. */
  stop: AbortSignal
  /** Reads as another account than the token's: for explaining only. */
  viewAs?: Facts['viewer']
  /** Answers of this run about people's access, by login. */
  permissions: Partial<Record<Login, Permission>>
  nonce: () => string
  /** Removes known secrets from a text before it leaves. */
  scrub: (text: string) => string
  log: (line: string) => void
  /** Keeps what the post step needs if this process dies: the lock, the claim, the notice that was sent. */
  remember: (name: 'lock' | 'nonce' | 'sent', value: string) => void
  /** Tells people outside of GitHub; never fails. `null` = nobody asked for that. */
  notify: ((notice: Notice) => Promise<void>) | null
}

/** Nothing that takes time is begun after the run was told to end. */
export const demandTime = ({ stop }: Pick<PullRun, 'stop'>): void => {
  if (stop.aborted) throw new Cancelled('the run was cancelled')
}

export const placeOf = ({ run }: Pick<PullRun, 'run'>) => ({ serverUrl: run.serverUrl, runUrl: run.url })

/** The GraphQL and REST names of the lock reaction, by the reviewer's place in the panel. */
const LOCKS = [
  { graphql: 'EYES', rest: 'eyes' },
  { graphql: 'ROCKET', rest: 'rocket' },
  { graphql: 'HOORAY', rest: 'hooray' },
  { graphql: 'HEART', rest: 'heart' },
  { graphql: 'LAUGH', rest: 'laugh' },
] as const

export const lockOf = ({ reviewer, panel }: Pick<PullRun, 'reviewer' | 'panel'>): (typeof LOCKS)[number] =>
  LOCKS[Math.max(0, panel.indexOf(reviewer))] ?? LOCKS[0]

/** Who this run is: the reviewer that the workflow names; in a panel one of its members, or without a name all of them in one run. */
const seatOf = (named: string, panel: string[]): string => {
  if (panel.includes(named)) return named
  if (panel.length > 0 && named === DEFAULT_REVIEWER) return PANEL
  if (panel.length === 0 && named !== PANEL) return named
  throw new ConfigError(
    panel.length === 0
      ? `reviewer: found "${PANEL}", the name under which a panel decides; expected another name; leave the input out, or list members in the policy's "panel"`
      : `reviewer: found "${named}"; expected one of ${panel.join(', ')}; name a member of the policy's "panel", or leave the input out so that one run asks them all`,
  )
}

export const takeSeat = (pullRun: PullRun, { panel }: Pick<Policy, 'panel'>): void => {
  pullRun.reviewer = seatOf(pullRun.named, panel)
  pullRun.panel = panel
}

export const settingsOf = (pullRun: Pick<PullRun, 'reviewer' | 'keys'>, policy: Policy): RebuildSettings => ({
  reviewer: pullRun.reviewer,
  panel: policy.panel,
  mention: policy.mention,
  labels: policy.labels,
  automationAccounts: policy['automation-accounts'],
  trustedBots: policy['trusted-bots'],
  marker: {
    keys: pullRun.keys,
    unsignedBefore: policy['unsigned-before'],
    trusted: policy['trusted-markers'],
    legacy: policy['legacy-markers'],
  },
})
