import { createHash } from 'node:crypto'
import type { WorldFile } from '../../src/simulator/world/file.ts'
import { CANCEL_MS, type Disturbance, disturbed, wordsOf } from './disturb.ts'
import { differencesOf, finalWorld } from './final-world.ts'
import { settle } from './settle.ts'
import type { Story } from './story.ts'
import { type CrashWorld, firstWorld, fixRun, openWorld, type RunKind, reviewRun, sweepRun } from './world.ts'

/** A story, played to the moment before its last run; and what that run leaves when nothing disturbs it. */
export type Prepared = {
  story: Story
  dist: string
  before: WorldFile
  requests: { number: number; kind: string; name: string }[]
  end: object
  ends: Map<string, Promise<string[]>>
  untouched: string
}

export type Point = { story: string; disturbance: string; faults: string[]; log: string }

const playBefore = async (world: CrashWorld, story: Story): Promise<void> => {
  for (const step of story.before) {
    world.github.tick(60)
    if (step.kind === 'deed') step.do(world)
    else if (step.kind === 'killed') {
      world.says(story.answer)
      await disturbed(world, reviewRun(world.github, story.inputs), { kind: 'kill-claimed', at: 0 })
    } else {
      world.says(step.answer)
      await disturbed(world, reviewRun(world.github, story.inputs), null)
    }
  }
  world.github.tick(60)
}

const lastRun = ({ github }: CrashWorld, { last, inputs }: Story): RunKind => {
  if (last === 'sweep') return sweepRun
  return last === 'fix' ? fixRun(github, inputs) : reviewRun(github, inputs)
}

const worldBefore = async (story: Story, dist: string): Promise<WorldFile> => {
  const world = await openWorld(firstWorld(story.policy), dist)
  try {
    await playBefore(world, story)
    return world.github.dump()
  } finally {
    await world.stop()
  }
}

/** Plays the story undisturbed, to know what it should come to; its last run in the same loaded world as the disturbed ones. */
export const prepare = async (story: Story, dist: string): Promise<Prepared> => {
  const before = await worldBefore(story, dist)
  const world = await openWorld(before, dist)
  try {
    const untouched = JSON.stringify(finalWorld(world))
    world.says(story.answer)
    const { main } = await disturbed(world, lastRun(world, story), null)
    if (main.outputs.outcome !== story.outcome)
      throw new Error(`"${story.name}" ended as "${main.outputs.outcome}". Expected "${story.outcome}". Its log:\n${main.log}`)
    const requests = world.github.requests.all.map(one => ({
      number: one.number,
      kind: one.kind,
      name: one.operation ?? one.route ?? one.path,
    }))
    const { settled, runs, logs } = await settle(world, story.inputs ?? {})
    if (!settled || (runs > 0 && story.last === undefined))
      throw new Error(`"${story.name}" is not settled by its own run:\n${logs.join('\n')}`)
    return { story, dist, before, requests, end: finalWorld(world), ends: new Map(), untouched }
  } finally {
    await world.stop()
  }
}

/** Two worlds that differ in the ids of runs and in random words only go on alike. */
const hashOf = (world: CrashWorld): string => {
  const { comments, reviews, threads, labels, reactions, timeline, state } = world.github.pull(1)
  const runs = world.github.repository().runs.map(run => ({ ...run, createdAt: 0 }))
  const text = JSON.stringify({ comments, reviews, threads, labels, reactions, timeline, state, runs, told: world.told })
  return createHash('sha256')
    .update(text.replaceAll(/127\.0\.0\.1:\d+|nonce\\*":\\*"[\w-]+/g, ''))
    .digest('hex')
}

const settledFaults = async (world: CrashWorld, prepared: Prepared): Promise<string[]> => {
  const { story, end } = prepared
  world.says(story.answer)
  // Nothing on the pull tells of a run that died before its first write: somebody runs its job again.
  if (JSON.stringify(finalWorld(world)) === prepared.untouched)
    await disturbed(world, { ...lastRun(world, story), pace: 100 }, null)
  const { settled, logs } = await settle(world, story.inputs ?? {})
  const differences = differencesOf(end, finalWorld(world))
  const twice = world.told.filter((id, at) => world.told.indexOf(id) < at)
  const faults = [
    ...(settled ? [] : ['the sweep and its runs do not come to rest']),
    ...twice.map(id => `the notice ${id} was sent twice`),
    ...differences,
  ]
  return faults.length === 0 ? [] : [...faults, ...logs.map(log => `log:\n${log}`)]
}

const locksIn = ({ github }: CrashWorld): number[] => github.pull(1).reactions.map(({ id }) => id)

/** Disturbs the story's last run once, and lets the rest of the world go on. */
export const playPoint = async (prepared: Prepared, disturbance: Disturbance): Promise<Point> => {
  const { story, ends } = prepared
  const world = await openWorld(prepared.before, prepared.dist)
  try {
    world.says(story.answer)
    const locksOfOthers = locksIn(world)
    const { main, happened, tookMs, left } = await disturbed(world, lastRun(world, story), disturbance)
    const faults = [...(happened ? [] : ['the disturbance never happened']), ...left.map(command => `still running: ${command}`)]
    if (disturbance.kind === 'cancel') {
      if (tookMs > CANCEL_MS) faults.push(`it took ${Math.round(tookMs)} ms to be gone`)
      if (!main.outputs.outcome) faults.push(`no outcome; exit ${main.code ?? main.signal}`)
      if (locksIn(world).some(id => !locksOfOthers.includes(id))) faults.push('its lock is held')
    }
    const hash = hashOf(world)
    const known = ends.get(hash)
    const ending = known ?? settledFaults(world, prepared)
    if (known === undefined) ends.set(hash, ending)
    return { story: story.name, disturbance: wordsOf(disturbance), faults: [...faults, ...(await ending)], log: main.log }
  } finally {
    await world.stop()
  }
}
