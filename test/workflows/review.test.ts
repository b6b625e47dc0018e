import { describe, expect, it } from 'vitest'
import { type Event, interpret } from './interpret.ts'
import { edited, example, type Json, pullEvent } from './payloads.ts'

const bot = { login: 'renovate[bot]', type: 'Bot' }
const dependabot = { login: 'dependabot[bot]', type: 'Bot' }
const fork = { pull_request: { head: { repo: { full_name: 'guest/Hello-World' } } } }
const label = (name: string): Json => ({ label: { name } })
const baseEdit = { changes: { base: { ref: { from: 'develop' }, sha: { from: 'a'.repeat(40) } } } }

const jobsOf = async (file: string, event: Event): Promise<string[]> => {
  const answer = await interpret(file, event)
  return answer.run === null ? [] : answer.jobs.map(({ job }) => job)
}

/** [what happened, payload, whether a runner starts] */
type Row = [string, Json, boolean]

const common: Row[] = [
  ['a pull request is opened', pullEvent('opened'), true],
  ['a commit is pushed', pullEvent('synchronize'), true],
  ['a bot pushes to a person’s pull request', pullEvent('synchronize', { sender: bot }), true],
  ['it is opened again', pullEvent('reopened'), true],
  ['it leaves draft', pullEvent('ready_for_review'), true],
  ['a person asks by label', pullEvent('labeled', label('ai-review')), true],
  ['a person asks by label, written in capitals', pullEvent('labeled', label('AI-Review')), true],
  ['a person asks by label for a draft', pullEvent('labeled', { ...label('ai-review'), pull_request: { draft: true } }), true],
  [
    'a person asks by label for a bot’s pull request',
    pullEvent('labeled', { ...label('ai-review'), pull_request: { user: bot } }),
    true,
  ],
  ['a person adds a skill', pullEvent('labeled', label('skill:security')), true],
  ['a person lifts the pause', pullEvent('unlabeled', label('needs-human-review')), true],
  ['any other label is set', pullEvent('labeled', label('bug')), false],
  ['any other label is removed', pullEvent('unlabeled', label('bug')), false],
  ['the request label is removed', pullEvent('unlabeled', label('ai-review')), false],
  ['a bot asks by label', pullEvent('labeled', { ...label('ai-review'), sender: bot }), false],
  ['a bot lifts the pause', pullEvent('unlabeled', { ...label('needs-human-review'), sender: bot }), false],
  ['the title is edited', pullEvent('edited', { changes: { title: { from: 'x' } } }), false],
  ['the base is changed', pullEvent('edited', baseEdit), true],
  ['someone else is asked to review', pullEvent('review_requested', { requested_reviewer: { login: 'ben' } }), false],
  ['a team is asked to review', pullEvent('review_requested', { requested_team: { name: 'core' } }), false],
  ['it is assigned', pullEvent('assigned'), false],
  ['it is closed', pullEvent('closed'), false],
  ['it comes from a fork', pullEvent('opened', fork), false],
  ['it comes from a fork that was deleted', pullEvent('synchronize', { pull_request: { head: { repo: null } } }), false],
  ['Dependabot opens it', pullEvent('opened', { sender: dependabot, pull_request: { user: dependabot } }), false],
]

const onlyOfReview: Row[] = [
  ['a draft is opened', pullEvent('opened', { pull_request: { draft: true } }), false],
  ['a draft is pushed to', pullEvent('synchronize', { pull_request: { draft: true } }), false],
  ['a draft gets another base', pullEvent('edited', { ...baseEdit, pull_request: { draft: true } }), false],
  ['a bot opens it', pullEvent('opened', { sender: bot, pull_request: { user: bot } }), false],
]

const files = ['examples/review.yml', 'examples/fix.yml', '.github/workflows/countersign.yml', 'examples/required-check.yml']

describe.each(files)('%s', file => {
  const rows = file === 'examples/required-check.yml' ? common : [...common, ...onlyOfReview]

  it.each(rows)('when %s', async (_, payload, starts) => {
    expect(await jobsOf(file, { name: 'pull_request', payload })).toHaveLength(starts ? 1 : 0)
  })

  it('starts nothing while the kill switch is off', async () => {
    expect(await jobsOf(file, { name: 'pull_request', payload: pullEvent('opened'), vars: { COUNTERSIGN: 'off' } })).toEqual([])
  })

  it('serves a review request to our own account', async () => {
    const payload = pullEvent('review_requested', { requested_reviewer: { login: 'our-reviewer' } })
    expect(await jobsOf(file, { name: 'pull_request', payload, vars: { COUNTERSIGN_LOGIN: 'our-reviewer' } })).toHaveLength(1)
  })

  it('carries the pull in its name, its group and its input, and never cancels', async () => {
    const answer = await interpret(file, { name: 'pull_request', payload: pullEvent('opened') })
    expect(answer).toMatchObject({
      run: { name: 'Countersign #7', concurrency: null },
      jobs: [{ concurrency: { group: 'countersign-review-7-countersign', cancelInProgress: false } }],
    })
    expect(answer.run === null ? null : answer.jobs[0]?.steps.at(-1)?.with.pull).toBe('7')
  })

  it('joins no group of another pull request', async () => {
    const answer = await interpret(file, { name: 'pull_request', payload: pullEvent('opened', { pull_request: { number: 77 } }) })
    expect(answer.run === null ? null : answer.jobs[0]?.concurrency?.group).toBe('countersign-review-77-countersign')
  })

  it('is dispatched with the pull and the act, which its name carries', async () => {
    const payload = edited(example('workflow_dispatch'), {
      ref: 'refs/heads/main',
      inputs: { pull: '7', act: 'c123', head: 'abc' },
    })
    const answer = await interpret(file, { name: 'workflow_dispatch', payload })
    expect(answer).toMatchObject({
      run: { name: 'Countersign #7 act c123' },
      jobs: [{ concurrency: { group: 'countersign-review-7-countersign', cancelInProgress: false } }],
    })
    expect(answer.run === null ? null : answer.jobs[0]?.steps.at(-1)?.with).toMatchObject({ pull: '7', act: 'c123', head: 'abc' })
  })
})

describe('the job that mends', () => {
  const jobsWith = (tasks: string) =>
    interpret('examples/fix.yml', {
      name: 'pull_request',
      payload: pullEvent('opened'),
      outputs: { review: { 'fix-tasks': tasks } },
    })

  it('starts after a review that left something to mend, in a group of its own', async () => {
    const answer = await jobsWith('2')
    expect(answer.run === null ? [] : answer.jobs.map(({ job, concurrency }) => [job, concurrency?.group])).toEqual([
      ['review / review', 'countersign-review-7-countersign'],
      ['fix / fix', 'countersign-fix-7-countersign'],
    ])
    expect(answer.run === null ? null : answer.jobs[1]?.steps.at(-1)?.with).toMatchObject({ mode: 'fix', pull: '7' })
  })

  it.each(['', '0'])('starts nothing after a review that left %j', async tasks => {
    const answer = await jobsWith(tasks)
    expect(answer.run === null ? [] : answer.jobs.map(({ job }) => job)).toEqual(['review / review'])
  })
})

describe('the required check', () => {
  const file = 'examples/required-check.yml'

  it.each<Row>([
    ['a draft is opened', pullEvent('opened', { pull_request: { draft: true } }), true],
    ['a bot opens it', pullEvent('opened', { sender: bot, pull_request: { user: bot } }), true],
  ])('also speaks when %s', async (_, payload, starts) => {
    expect(await jobsOf(file, { name: 'pull_request', payload })).toHaveLength(starts ? 1 : 0)
  })

  it('is given to the merge queue by the job of the same name', async () => {
    const answer = await interpret(file, { name: 'merge_group', payload: example('merge_group', 'checks_requested') })
    expect(answer).toMatchObject({ jobs: [{ job: 'review' }] })
  })
})

describe('forks.yml', () => {
  const file = 'examples/forks.yml'
  const ofFork = (action: string, changes: Json = {}): Json => edited(pullEvent(action, fork), changes)
  const stranger = { sender: { login: 'guest' }, pull_request: { user: { login: 'guest' }, author_association: 'NONE' } }

  it.each<Row>([
    ['a member opens one from a fork', ofFork('opened'), true],
    ['a stranger opens one', ofFork('opened', stranger), false],
    ['a stranger pushes', ofFork('synchronize', stranger), false],
    [
      'a person asks by label for a stranger’s',
      ofFork('labeled', edited(stranger, { ...label('ai-review'), sender: { login: 'ana' } })),
      true,
    ],
    ['a bot asks by label', ofFork('labeled', { ...label('ai-review'), sender: bot }), false],
    ['a draft is opened', ofFork('opened', { pull_request: { draft: true } }), false],
    [
      'the fork was deleted and a person asks',
      pullEvent('labeled', { ...label('ai-review'), pull_request: { head: { repo: null } } }),
      true,
    ],
    ['it is no fork', pullEvent('opened'), false],
  ])('when %s', async (_, payload, starts) => {
    expect(await jobsOf(file, { name: 'pull_request_target', payload })).toHaveLength(starts ? 1 : 0)
  })

  it('and review.yml never both start for one pull request', async () => {
    const payloads = [...common, ...onlyOfReview].map(([, payload]) => payload)
    for (const payload of payloads) {
      const both = [
        ...(await jobsOf('examples/review.yml', { name: 'pull_request', payload })),
        ...(await jobsOf(file, { name: 'pull_request_target', payload })),
      ]
      expect(both.length).toBeLessThanOrEqual(1)
    }
  })

  it('checks nothing out', async () => {
    const answer = await interpret(file, { name: 'pull_request_target', payload: ofFork('opened') })
    expect(
      answer.run === null ? [] : answer.jobs.flatMap(({ steps }) => steps.map(({ uses }) => uses.replace(/@.*/, ''))),
    ).toEqual(['countersign/countersign/setup', 'countersign/countersign'])
  })
})
