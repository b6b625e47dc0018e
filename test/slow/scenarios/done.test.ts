import { expect, test } from 'vitest'
import { approves, asksForFix } from '../../scenarios/reports.ts'
import { type Stage, stage } from '../../scenarios/stage.ts'

const native = { approve: true, 'request-changes': true }

const push = ({ github }: Stage) => {
  github.tick(60)
  github.as('author').commit('topic', { 'src/more.js': 'export const more = 1\n' })
}

/** A fix is asked for, pushed, and approved; then a run that finds nothing to do. */
const story = async (token: string, prepare: (scene: Stage) => unknown = () => {}) => {
  const scene = await stage({ policy: native, answers: [asksForFix()] })
  prepare(scene)
  await scene.run({ token })
  push(scene)
  scene.answer(approves())
  const approved = await scene.run({ token })
  expect(approved.outputs, approved.log).toMatchObject({ outcome: 'reviewed', decision: 'approved' })
  scene.github.requests.clear()
  const again = await scene.run({ token })
  expect(scene.github.requests.writes, again.log).toEqual([])
  const { reviews, threads } = scene.github.pull(1)
  return { scene, approved, reviews, states: reviews.map(review => review.state), thread: threads[0] }
}

test.each([
  ['an App', 'app-token', 'Review-App'],
  ['a personal token', 'reviewer-token', 'Reviewer'],
])(
  'with %s the request for changes is dismissed and hidden by the approval, and the thread of the fixed finding resolved',
  async (_, token, login) => {
    const { states, reviews, thread, approved } = await story(token)
    expect(states).toEqual(['DISMISSED', 'APPROVED'])
    expect(reviews.map(review => review.minimized)).toEqual(['OUTDATED', null])
    expect(thread?.resolvedBy).toBe(login)
    expect(approved.log).not.toContain('warn')
  },
)

test('with GITHUB_TOKEN the approval is a comment, which is said once; the thread stays for people', async () => {
  const { scene, states, reviews, thread } = await story('ghs_actions')
  expect(states).toEqual(['DISMISSED', 'COMMENTED'])
  expect(reviews[1]?.body).toContain(
    'GitHub does not take an approval from this account here (GitHub Actions is not permitted to approve pull requests)',
  )
  expect(thread?.resolvedBy).toBeNull()
  scene.github.tick(60)
  scene.github.as('author').commit('topic', { 'src/other.js': 'export const other = 1\n' })
  const third = await scene.run()
  expect(third.outputs, third.log).toMatchObject({ decision: 'approved' })
  expect(scene.github.pull(1).reviews.at(-1)?.body).not.toContain('GitHub does not take')
})

test('where the repository lets Actions approve, GITHUB_TOKEN does', async () => {
  const { states } = await story('ghs_actions', ({ github }) => {
    github.repository().actionsMayApprove = true
  })
  expect(states).toEqual(['DISMISSED', 'APPROVED'])
})

test('a token that may not hide reviews warns once, and nothing else changes', async () => {
  const { states, reviews, approved } = await story('ghs_actions', ({ github }) => {
    github.world.quirks.minimizeReviews = false
  })
  expect(states).toEqual(['DISMISSED', 'COMMENTED'])
  expect(reviews[0]?.minimized).toBeNull()
  expect(approved.log.match(/warn +1 of our outdated texts could not be hidden or resolved/g)).toHaveLength(1)
})

test('the request for a review is used up by the review, as GitHub does it', async () => {
  const { scene } = await story('reviewer-token', ({ github }) => github.as('author').requestReview(1, 'reviewer'))
  expect(scene.github.pull(1).requests).toEqual([])
})

test('the author’s own token comments, and asks GitHub for nothing that nobody gets', async () => {
  const scene = await stage({ policy: { ...native, 'own-pulls': true }, answers: [asksForFix()] })
  const step = await scene.run({ token: 'author-token' })
  expect(step.outputs, step.log).toMatchObject({ decision: 'fix-requested' })
  expect(scene.github.pull(1).reviews.map(review => review.state)).toEqual(['COMMENTED'])
  expect(scene.github.pull(1).reviews[0]?.body).toContain('nobody can judge a pull request of their own')
  expect(scene.github.requests.all.filter(request => request.route === 'pulls/create-review')).toHaveLength(1)
})

test('a run that dies between its approval and the rest leaves all of it to the next', async () => {
  const scene = await stage({ policy: native, answers: [asksForFix()] })
  await scene.run({ token: 'app-token' })
  push(scene)
  scene.answer(approves())
  const step = scene.start({ token: 'app-token' })
  scene.github.hooks.afterRequest = request => {
    if (request.route === 'pulls/create-review') step.kill('SIGKILL')
  }
  await step.done
  scene.github.hooks.afterRequest = undefined
  scene.github.tick(120)
  const next = await scene.run({ token: 'app-token' })
  expect(next.outputs, next.log).toMatchObject({ decision: 'approved' })
  const { reviews, threads } = scene.github.pull(1)
  expect(reviews.map(review => [review.state, review.minimized])).toEqual([
    ['DISMISSED', 'OUTDATED'],
    ['APPROVED', null],
  ])
  expect(threads[0]?.resolvedBy).toBe('Review-App')
})
