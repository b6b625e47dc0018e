import { expect, test } from 'vitest'
import type { Ready } from '../../../src/rounds/ready.ts'
import { unanswered } from '../../scenarios/answered.ts'
import { type Ended, pullsBeside, type RunHere, readyHere, startHere } from '../../scenarios/in-process.ts'
import { confirms, type PanelStage, panelStage } from '../../scenarios/panel.ts'
import { asksForFix } from '../../scenarios/reports.ts'

const either = [{ ...asksForFix(), ...confirms() }]
const panel = ['anna', 'ben'] as const
type Name = (typeof panel)[number]
type Order = readonly [first: Name, second: Name]

/** More than one run has boundaries: each has a pull of its own. */
const MOST = 24
/** More than they have pairs of writes. */
const MOST_PAIRS = 80

const stageOfTwo = (pulls: number): Promise<PanelStage> =>
  panelStage({ readLag: 0, policy: { panel }, answers: { anna: either, ben: either, cleo: [] }, ...pullsBeside(pulls) })

type Sitting = { scene: PanelStage; ready: Ready | null; pull: number }

const runOf = ({ scene, ready, pull }: Sitting, reviewer: Name) => startHere(scene, { pull, inputs: { reviewer } }, ready)

/**
 * The first member's run stands before its request `boundary` until the other's has ended, or waits for the first. Git's requests
 * are none: they read commits, which never change. Null = the run has fewer requests.
 */
const interleaved = async (sitting: Sitting, boundary: number, [first, second]: Order): Promise<Ended[] | null> => {
  const { hooks } = sitting.scene.github
  const others: Promise<Ended>[] = []
  let seen = 0
  hooks.beforeRequest = async ({ kind }) => {
    if (kind === 'git' || ++seen !== boundary) return
    const { done, waits } = runOf(sitting, second)
    others.push(done)
    await waits
  }
  const run = await runOf(sitting, first).done
  hooks.beforeRequest = undefined
  return others.length === 0 ? null : [run, ...(await Promise.all(others))]
}

/**
 * Both runs stand in their midst: the first before its write `at[0]`, then the second before its write `at[1]`; then the first goes on to
 * its end, or until it waits for the second. Null = a run has fewer writes.
 */
const bothHeld = async (sitting: Sitting, at: [number, number], [first, second]: Order): Promise<Ended[] | null> => {
  const { hooks } = sitting.scene.github
  const secondStands = Promise.withResolvers<void>()
  const firstIsOver = Promise.withResolvers<void>()
  const others: RunHere[] = []
  let [isHeld, goesOn, seen] = [false, false, 0]
  hooks.beforeRequest = async ({ kind }) => {
    if (kind !== 'write' || goesOn || ++seen !== at[others.length]) return
    seen = 0
    if (others.length === 1) {
      isHeld = true
      secondStands.resolve()
      return firstIsOver.promise
    }
    const other = runOf(sitting, second)
    others.push(other)
    await Promise.race([secondStands.promise, other.waits])
    goesOn = true
  }
  const run = runOf(sitting, first)
  await run.waits
  firstIsOver.resolve()
  const ended = await Promise.all([run.done, ...others.map(other => other.done)])
  hooks.beforeRequest = undefined
  return isHeld ? ended : null
}

const demandOneDecision = ({ scene: { github }, pull }: Pick<Sitting, 'scene' | 'pull'>, where: string): void => {
  const { reviews, comments, reactions } = github.pull(pull)
  const spoken = reviews.map(({ body }) => /"reviewer":"(\w+)"/.exec(body)?.[1])
  expect(spoken.toSorted(), where).toEqual(['anna', 'ben', 'panel'])
  expect(
    comments.filter(({ body }) => body.includes('"kind":"status"')),
    where,
  ).toHaveLength(2)
  expect(reactions, where).toEqual([])
  expect(unanswered(github, pull, new Set()), where).toEqual([])
}

const orders: Order[] = [
  ['anna', 'ben'],
  ['ben', 'anna'],
]

test.each(orders)(
  'a person asks, and the run of %s stands before each of its requests while that of %s goes on: each is asked and answers once, one decision speaks, no lock is left',
  async (...order) => {
    const scene = await stageOfTwo(MOST)
    const { github } = scene
    const ready = await readyHere(scene, { inputs: { reviewer: order[0] } })
    for (let pull = 1; ; pull++) {
      github.as('dev').comment(pull, '@countersign review')
      const sitting = { scene, ready, pull }
      const before = scene.starts()
      const runs = await interleaved(sitting, pull, order)
      if (runs === null) {
        expect(pull).toBeGreaterThan(10)
        return
      }
      const logs = runs.map(({ log, error }) => `${log}\n${error ?? ''}`).join('\n---\n')
      const where = `${order[1]} before request ${pull} of ${order[0]}\n${logs}`
      expect(
        runs.map(({ report }) => report?.outcome),
        where,
      ).toEqual(['reviewed', 'reviewed'])
      expect(
        scene.starts().map((count, at) => count - (before[at] ?? 0)),
        where,
      ).toEqual([1, 1, 0])
      demandOneDecision(sitting, where)
      github.requests.clear()
      for (const name of panel) await runOf(sitting, name).done
      expect(github.requests.writes, where).toEqual([])
    }
  },
  600_000,
)

test.each(orders)(
  'the run of %s stands before each of its writes, that of %s before each of its own, and neither has ended: one review, one opinion, one decision',
  async (...order) => {
    const scene = await stageOfTwo(MOST_PAIRS)
    const ready = await readyHere(scene, { inputs: { reviewer: order[0] } })
    const pairs: [number, number][] = []
    let pull = 0
    for (let at: [number, number] = [1, 1]; ; ) {
      const sitting = { scene, ready, pull: ++pull }
      const runs = await bothHeld(sitting, at, order)
      if (runs === null && at[1] === 1) break
      const where = `writes ${at} of ${order}\n${runs?.map(({ log, error }) => `${log}\n${error ?? ''}`).join('\n---\n')}`
      demandOneDecision(sitting, where)
      if (runs !== null) pairs.push(at)
      at = runs === null ? [at[0] + 1, 1] : [at[0], at[1] + 1]
    }
    expect(pairs.length).toBeGreaterThan(20)
    // On the last pull the first run had no such write, and nobody met it.
    expect(scene.starts().toSorted((a, b) => a - b)).toEqual([0, pull - 1, pull])
  },
  600_000,
)

test.each([
  ['takes its lock', 'reactions/create-for-issue', /end +reviewed/],
  ['has claimed', 'AddStatus', /panel +waiting for the review of anna/],
] as const)(
  'the shipped action: a member that starts when the other %s reviews, or waits and then judges',
  async (_, moment, met) => {
    const scene = await stageOfTwo(0)
    const { hooks } = scene.github
    const others: ReturnType<typeof scene.start>[] = []
    const meet = async (): Promise<void> => {
      if (others.length > 0) return
      const other = scene.start({ inputs: { reviewer: 'ben' } })
      others.push(other)
      await other.logged(met)
    }
    hooks.beforeRequest = ({ route }) => (route === moment ? meet() : undefined)
    hooks.afterRequest = ({ operation }) => (operation === moment ? meet() : undefined)
    const first = await scene.run({ inputs: { reviewer: 'anna' } })
    const second = await others[0]?.done
    const where = `${first.log}\n---\n${second?.log}`
    expect([first.outputs.outcome, second?.outputs.outcome], where).toEqual(['reviewed', 'reviewed'])
    expect(scene.starts(), where).toEqual([1, 1, 0])
    demandOneDecision({ scene, pull: 1 }, where)
  },
)
