import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesOf } from '../../src/cli/init/files.ts'
import { type Check, checkLine } from '../../src/doctor/check.ts'
import { checkAgents, checkLabels, checkSwitches, checkToken, tokenKind } from '../../src/doctor/check-rest.ts'
import { checkWorkflows } from '../../src/doctor/check-workflows.ts'
import type { SetUp } from '../../src/doctor/set-up.ts'
import { readWorkflow, type Workflow } from '../../src/doctor/workflow.ts'
import { type Policy, policySchema } from '../../src/policy/schema.ts'
import { root } from '../harness/fresh-dist.ts'

const example = (name: string): string => readFileSync(join(root, 'examples', `${name}.yml`), 'utf8')

const workflow = (name: string, text: string): Workflow => {
  const read = readWorkflow(name, text)
  if (read === null) throw new Error(`${name} cannot be read`)
  return read
}

/** What examples/ gives a repository; each case changes one text. */
const texts = (change: Record<string, (text: string) => string> = {}): Workflow[] =>
  ['review', 'mention', 'sweep'].map(name => workflow(`${name}.yml`, (change[name] ?? (text => text))(example(name))))

const checked = (workflows: Workflow[], policy: Policy = policySchema.parse({})): Check[] =>
  checkWorkflows({ workflows, reviewFile: 'review.yml', policy, branch: 'main' })

const bad = (checks: Check[]): string[] => checks.filter(({ level }) => level !== 'ok').map(checkLine)

describe('the workflows', () => {
  it('of examples/ leave nothing to say', () => {
    expect(bad(checked(texts()))).toEqual([])
    expect(
      bad(checked([...texts(), workflow('required.yml', example('required-check')), workflow('forks.yml', example('forks'))])),
    ).toEqual([])
  })

  it('that `init` writes leave nothing to say, whatever agents and file name are asked for', () => {
    const files = filesOf({ agents: ['gemini'], reviewFile: 'ai.yml' }).filter(({ path }) =>
      path.startsWith('.github/workflows/'),
    )
    const workflows = files.map(({ path, text }) => workflow(path.split('/').at(-1) ?? '', text))
    expect(bad(checkWorkflows({ workflows, reviewFile: 'ai.yml', policy: policySchema.parse({}), branch: 'main' }))).toEqual([])
    expect(workflows[0]?.calls[0]?.inputs.agents).toBe('gemini')
    expect(workflows[0]?.text).toMatch(/secrets:\n {6}GEMINI_API_KEY: \$\{\{ secrets\.GEMINI_API_KEY \}\}\n$/)
  })

  it.each<[string, Record<string, (text: string) => string>, RegExp]>([
    [
      'a right is missing',
      { mention: text => text.replace(/ {6}actions: write.*\n/, '') },
      /^fail +rights of mention\.yml: the job mention lacks actions: write; expected actions: write; add it/,
    ],
    [
      'no name is carried',
      { review: text => text.replace(/run-name: .*/, 'run-name: Review') },
      /^fail +run-name of review\.yml: "Review"; expected "#"/,
    ],
    ['no input act', { review: text => text.replace(/ {6}act:\n.*\n/, '') }, /^fail +dispatch of review\.yml: no input act;/],
    [
      'no kill switch',
      { sweep: text => text.replace(/ {4}if: .*\n/, '') },
      /^warn +kill switch in sweep\.yml: the job sweep does not look/,
    ],
    [
      'another file is started',
      { sweep: text => text.replace('review-workflow: review.yml', 'review-workflow: ci.yml') },
      /^fail +what sweep\.yml starts: review-workflow: ci\.yml; expected review\.yml/,
    ],
    [
      'labels start nothing',
      { review: text => text.replace('labeled, unlabeled, ', '') },
      /^warn +events of review\.yml: pull_request without labeled, unlabeled;/,
    ],
  ])('%s: said with what to do', (_, change, words) => {
    const said = bad(checked(texts(change)))
    expect(said).toHaveLength(1)
    expect(said[0]).toMatch(words)
  })

  it('that are missing are told with what is lost', () => {
    expect(bad(checked([]))).toEqual([
      expect.stringMatching(/^fail +review workflow: no readable \.github\/workflows\/review\.yml on main; .*run `init`/),
      expect.stringMatching(/^warn +mention workflow: none on main; .*nobody can ask in a comment/),
      expect.stringMatching(/^warn +sweep workflow: none on main; .*lost requests/),
    ])
  })

  it('must look for the name that the policy gives', () => {
    expect(bad(checked(texts(), policySchema.parse({ mention: 'robo' })))).toEqual([
      expect.stringMatching(/^fail +name in mention\.yml: it does not look for @robo;/),
    ])
  })

  it.each(['', '- a', 'on: push', 'jobs: {a: [}'])('%j is none', text => {
    expect(readWorkflow('x.yml', text)).toBeNull()
  })
})

const setUp = (change: Partial<SetUp> = {}): SetUp => ({
  token: { kind: 'personal (classic)', login: 'dev' },
  access: 'admin',
  branch: 'main',
  workflows: texts(),
  policy: null,
  labels: ['AI-review', 'needs-human-review'],
  secrets: ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY'],
  variables: {},
  mayApprove: true,
  ...change,
})

const policy = (change: object = {}): Policy => policySchema.parse(change)

describe('the rest', () => {
  it('of a repository that is set up leaves nothing to say', () => {
    const all = [...checkToken(setUp()), ...checkAgents(setUp(), policy(), 'review.yml'), ...checkLabels(setUp(), policy())]
    expect(bad([...all, ...checkSwitches(setUp(), policy({ approve: true }))])).toEqual([])
  })

  it('says of an installation no more of its rights than GitHub tells', () => {
    const token = { kind: 'of an installation', login: 'review-app' }
    expect(checkToken(setUp({ token, access: null }))[0]?.found).toBe(
      'of an installation, of review-app, with the rights it was granted',
    )
  })

  it('warns of a token of its own', () => {
    const own = texts({
      review: text => text.replace('    secrets:\n', '    secrets:\n      COUNTERSIGN_TOKEN: ${{ secrets.PAT }}\n'),
    })
    expect(bad(checkToken(setUp({ workflows: own })))[0]).toMatch(
      /^warn +token there: review\.yml runs with a token of its own; .*with a personal token/,
    )
  })

  it('one key is enough, none is a failure, and what cannot be seen is said', () => {
    const levels = (secrets: string[] | null) => checkAgents(setUp({ secrets }), policy(), 'review.yml').map(({ level }) => level)
    expect(levels(['OPENAI_API_KEY'])).toEqual(['warn', 'ok'])
    expect(levels([])).toEqual(['fail', 'fail'])
    expect(levels(null)).toEqual(['unknown', 'unknown'])
  })

  it('labels that nobody can set yet are named', () => {
    expect(bad(checkLabels(setUp(), policy({ skills: { auth: { label: 'area/auth' } } })))).toEqual([
      'warn     label: no "area/auth" yet; expected it, so that people can set it; gh label create "area/auth"',
    ])
  })

  it('the kill switch and a refused approval are told', () => {
    const said = bad(checkSwitches(setUp({ variables: { COUNTERSIGN: 'off' }, mayApprove: false }), policy({ approve: true })))
    expect(said).toEqual([expect.stringMatching(/^warn +kill switch: /), expect.stringMatching(/^warn +approvals: /)])
  })

  it.each([
    ['ghs_x', 'of an installation'],
    ['github_pat_x', 'personal (fine-grained)'],
    ['something', 'of an unknown kind'],
  ])('a token %s is %s', (token, kind) => {
    expect(tokenKind(token)).toBe(kind)
  })
})
