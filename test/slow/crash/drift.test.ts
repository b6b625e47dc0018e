import { expect, test } from 'vitest'
import type { RequestRecord } from '../../../src/simulator/requests.ts'
import { approves, asksForFix } from '../../scenarios/reports.ts'
import { type Stage, stage } from '../../scenarios/stage.ts'

const token = 'app-token'
const policy = { approve: true, 'request-changes': true }

type Asked = { request: RequestRecord; head: string }

/** One run, with something that happens before its request `boundary`; what it asked for, and where the head stood then. */
const runWith = async (scene: Stage, boundary: number, happens: () => unknown) => {
  const asked: Asked[] = []
  const headNow = () => scene.github.repository().git.branch('topic') ?? ''
  scene.github.hooks.beforeRequest = request => {
    if (asked.length + 1 === boundary) {
      happens()
      scene.github.tick(1)
    }
    asked.push({ request, head: headNow() })
  }
  const step = await scene.start({ token }).done
  scene.github.hooks.beforeRequest = undefined
  return { step, asked }
}

const isRead = ({ request }: Asked): boolean => /^(Observe|EditStatus|AddStatus)$/.test(request.operation ?? '')
const isPost = ({ request }: Asked): boolean => request.route === 'pulls/create-review'

/** Where the head stood at the last read before each review that was posted. */
const readBeforePosts = (asked: Asked[]): { read: string; posted: string }[] =>
  asked.flatMap((one, index) => {
    if (!isPost(one)) return []
    const read = asked.slice(0, index).findLast(isRead)
    const { commit_id } = one.request.body as { commit_id: string }
    return [{ read: read?.head ?? '', posted: commit_id }]
  })

const boundariesOf = async (): Promise<number> => {
  const scene = await stage({ policy, answers: [approves()] })
  const { asked } = await runWith(scene, 0, () => {})
  return asked.length
}

const moves = {
  'a push': ({ github }: Stage) => github.as('author').commit('topic', { 'src/more.js': 'export const more = 1\n' }),
  'a force push': ({ github }: Stage) =>
    github.as('author').forcePush('topic', 'main', { 'src/mean.js': 'export const mean = 1\n' }),
}

test.each(Object.entries(moves))(
  '%s between any two requests publishes nothing for what was not the head when last read, and the new head is reviewed',
  async (_, move) => {
    const boundaries = await boundariesOf()
    expect(boundaries).toBeGreaterThan(8)
    for (let boundary = 1; boundary <= boundaries; boundary++) {
      const scene = await stage({ policy, answers: [approves()] })
      const { github, agentStarts } = scene
      const before = github.repository().git.branch('topic')
      const { step, asked } = await runWith(scene, boundary, () => move(scene))
      const where = `before request ${boundary}\n${step.log}`
      const head = github.repository().git.branch('topic')
      for (const { read, posted } of readBeforePosts(asked)) expect(posted, where).toBe(read)
      const { reviews } = github.pull(1)
      const first = reviews.find(review => review.body.includes(`"head":"${before}"`))
      const wasReadAgain = asked.slice(asked.findIndex(isPost) + 1, boundary - 1).some(isRead)
      if (first !== undefined && !wasReadAgain) expect(first.state, where).toBe('DISMISSED')
      github.tick(120)
      const next = await scene.run({ token })
      expect(next.outputs.decision, `${where}\n${next.log}`).toBe('approved')
      expect(
        github.pull(1).reviews.filter(review => review.body.includes(`"head":"${head}"`)),
        where,
      ).toHaveLength(1)
      expect(github.pull(1).reactions, where).toEqual([])
      expect(agentStarts(), where).toBeLessThanOrEqual(2)
      await github.stop()
    }
  },
  1_200_000,
)

test('a pull that is closed or merged between any two requests gets no review of the old world', async () => {
  const boundaries = await boundariesOf()
  for (let boundary = 1; boundary <= boundaries; boundary++) {
    const scene = await stage({ policy, answers: [asksForFix()] })
    const person = scene.github.as('dev')
    const { step, asked } = await runWith(scene, boundary, () => (boundary % 2 === 0 ? person.merge(1) : person.close(1)))
    const where = `before request ${boundary}\n${step.log}`
    const lastRead = asked.slice(0, asked.findIndex(isPost)).findLastIndex(isRead)
    const isTold = asked.some(isPost)
    if (boundary <= lastRead + 1) expect(isTold, where).toBe(false)
    expect(scene.github.pull(1).reactions, where).toEqual([])
    await scene.github.stop()
  }
}, 600_000)
