import type { FixTask, FixTasksMarker } from '../markers/schema.ts'
import type { Facts } from './facts.ts'
import type { Readings } from './readings.ts'
import type { Snapshot, Verdict } from './snapshot.ts'
import { isOwn } from './verdicts.ts'

/** `edited` = last changed by another account: what it says of attempts cannot be trusted, so nothing more is mended. */
export type FixComment = { id: number; nodeId: string; createdAt: number; edited: boolean; marker: FixTasksMarker }

/** What is to be mended, and what was: our comment of this reviewer or its panel, lowest id first, and what people asked for. */
export type Fixes = { comments: FixComment[]; asked: { verdict: number; findings: string[] }[] }

/** An attempt that pushed nothing is made once more. */
export const MAX_FIX_ATTEMPTS = 2

export const fixesOf = ({ comments }: Readings, facts: Facts, reviewer: string): Fixes => ({
  comments: comments
    .flatMap(({ fact, reading }) => {
      if (reading.kind !== 'ours' || reading.marker.kind !== 'fix-tasks') return []
      if (reading.marker.reviewer !== reviewer || !isOwn(fact, facts)) return []
      const { id, nodeId, createdAt } = fact
      return [{ id, nodeId, createdAt, edited: reading.edited, marker: reading.marker }]
    })
    .sort((a, b) => a.id - b.id),
  asked: comments.flatMap(({ reading }) =>
    reading.kind === 'ours' && !reading.edited && reading.marker.kind === 'answer' && reading.marker.fix !== undefined
      ? [reading.marker.fix]
      : [],
  ),
})

export const tasksOf = ({ fixes }: Snapshot): FixTask[] => fixes.comments[0]?.marker.tasks ?? []

export const isTaskOf = (verdict: Pick<Verdict, 'id'>, task: FixTask): boolean => task.verdict === verdict.id

/** A task that one more attempt may be made for. One that is still claimed belonged to a run that died. */
export const isClaimable = ({ state, attempts }: FixTask): boolean =>
  (state === 'open' || state === 'failed' || state === 'claimed') && attempts < MAX_FIX_ATTEMPTS

export type FixPush = FixTasksMarker['pushes'][number]

/** Whether a push whose run died before it could say so is on the branch: the head, or one that was reviewed since. */
export const hasLanded = ({ facts, verdicts }: Snapshot, { commit }: FixPush): boolean =>
  commit === facts.pull.head.oid || verdicts.some(verdict => verdict.head === commit)

/** The push of ours that made the present head. */
export const ownPushOf = ({ fixes, facts }: Snapshot): FixPush | undefined =>
  fixes.comments[0]?.marker.pushes.findLast(push => push.commit === facts.pull.head.oid)
