import { expect, test } from 'vitest'
import { mergePull } from '../../../src/simulator/acts/merge.ts'
import type { RequestRecord } from '../../../src/simulator/requests.ts'
import { type Ended, pullsBeside, readyHere, startHere } from '../../scenarios/in-process.ts'
import { approves } from '../../scenarios/reports.ts'
import { type Stage, stage } from '../../scenarios/stage.ts'

const token = 'app-token'
/** More than one run has boundaries: each has a pull of its own. */
const MOST = 30

/** What a review is for. */
type Around = { head: string; base: string; state: string }
type Asked = { request: RequestRecord; around: Around }

const aroundOf = ({ github }: Stage, number: number): Around => {
  const { head, base, state } = github.pull(number)
  return { head: github.repository().git.branch(head.ref) ?? '', base: base.ref, state }
}

const isRead = ({ request }: Asked): boolean => /^(Observe|EditStatus|AddStatus)$/.test(request.operation ?? '')
const isPost = ({ request }: Asked): boolean => request.route === 'pulls/create-review'

const saidFor = (body: string): Around => ({
  head: /"head":"(\w+)"/.exec(body)?.[1] ?? '',
  base: /"base":"(\w+)"/.exec(body)?.[1] ?? '',
  state: 'open',
})

/** For each review that was posted, what it is for, and how the pull stood at the last read before. */
const posts = (asked: Asked[]): { read: Around | undefined; posted: Around }[] =>
  asked.flatMap((one, index) => {
    if (!isPost(one)) return []
    const { body } = one.request.body as { body: string }
    return [{ read: asked.slice(0, index).findLast(isRead)?.around, posted: saidFor(body) }]
  })

type Move = (scene: Stage, pull: number) => unknown

const branchOf = ({ github }: Stage, pull: number): string => github.pull(pull).head.ref
/** What one pull merges is not to be in the base of the next one. */
const merges: Move = ({ github }, pull) => {
  const { git } = github.repository()
  const main = git.branch('main') ?? ''
  mergePull(github.as('dev').act, github.pull(pull), { method: 'squash', sha: null })
  git.setRef('refs/heads/main', main)
}

const moves: Record<string, Move> = {
  'a push': (scene, pull) =>
    scene.github.as('author').commit(branchOf(scene, pull), { 'src/more.js': 'export const more = 1\n' }),
  'a force push': (scene, pull) =>
    scene.github.as('author').forcePush(branchOf(scene, pull), 'main', { 'src/mean.js': 'export const mean = 1\n' }),
  'a new base': ({ github }, pull) => github.as('author').retarget(pull, 'next'),
  closing: ({ github }, pull) => github.as('author').close(pull),
  merging: merges,
}

/** One run on the pull, with a move before its request `boundary`; null = it has fewer. */
const runWith = async (
  { scene, pull, play }: { scene: Stage; pull: number; play: () => Promise<Ended> },
  boundary: number,
  move: Move,
): Promise<{ run: Ended; asked: Asked[] } | null> => {
  const { github } = scene
  const asked: Asked[] = []
  let moved = false
  github.hooks.beforeRequest = request => {
    if (asked.length + 1 === boundary) {
      moved = true
      move(scene, pull)
      github.tick(1)
    }
    asked.push({ request, around: aroundOf(scene, pull) })
  }
  const run = await play()
  github.hooks.beforeRequest = undefined
  return moved ? { run, asked } : null
}

test.each(Object.entries(moves))(
  '%s between any two requests: nothing is posted for what the last read did not show, and what is open then is reviewed',
  async (_, move) => {
    const scene = await stage({
      readLag: 0,
      policy: { approve: true },
      answers: [approves()],
      pulls: pullsBeside(MOST).pulls,
      branches: { ...pullsBeside(MOST).branches, next: { from: 'main', commits: [] } },
    })
    const { github, agentStarts } = scene
    const ready = await readyHere(scene, { token })
    for (let pull = 1; ; pull++) {
      const play = () => startHere(scene, { token, pull }, ready).done
      const [started, before] = [agentStarts(), aroundOf(scene, pull)]
      const moved = await runWith({ scene, pull, play }, pull, move)
      if (moved === null) {
        expect(pull).toBeGreaterThan(10)
        return
      }
      const { run, asked } = moved
      const where = `before request ${pull}\n${run.log}\n${run.error ?? ''}`
      expect(run.error, where).toBe(null)
      for (const { read, posted } of posts(asked)) expect(posted, where).toEqual(read)
      const now = aroundOf(scene, pull)
      const of = (around: Around) =>
        github.pull(pull).reviews.filter(({ body }) => JSON.stringify(saidFor(body)) === JSON.stringify(around))
      const wasReadAgain = asked.slice(asked.findIndex(isPost) + 1, pull - 1).some(isRead)
      if (now.state === 'open' && !wasReadAgain)
        expect(
          of(before).map(({ state }) => state),
          where,
        ).not.toContain('APPROVED')
      github.tick(120)
      const next = await play()
      expect(next.error, `${where}\n---\n${next.log}`).toBe(null)
      if (now.state === 'open') expect(of(now), `${where}\n---\n${next.log}`).toHaveLength(1)
      expect(github.pull(pull).reactions, where).toEqual([])
      expect(agentStarts() - started, where).toBeLessThanOrEqual(now.state === 'open' ? 2 : 1)
    }
  },
  1_200_000,
)
