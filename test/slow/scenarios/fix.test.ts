import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { freshMark, livingWith } from '../../agents/living.ts'
import { asks, dispatched, lastComment } from '../../scenarios/acting.ts'
import { askedOn, fileAt, fixComment, headOf, MENDED, mends, runFix } from '../../scenarios/fixing.ts'
import { asksForFix, finding, stillOpen } from '../../scenarios/reports.ts'
import { type Stage, stage } from '../../scenarios/stage.ts'

const labelsOf = ({ github }: Stage) =>
  github
    .repository()
    .labels.filter(label => github.pull(1).labels.includes(label.id))
    .map(label => label.name)

const asked = (policy: object, ...answers: object[]) => askedOn({ policy: { fix: 'run', ...policy } }, ...answers)

/** Nothing was pushed, a person was called for it, and a further run starts nobody. */
const endsAtPerson = async (scene: Stage & { reviewed: string }, why: RegExp) => {
  const fixed = await runFix(scene)
  expect(fixed.outputs, fixed.log).toMatchObject({ outcome: 'escalated', commit: '' })
  expect(headOf(scene)).toBe(scene.reviewed)
  expect(labelsOf(scene)).toContain('needs-human-review')
  expect(lastComment(scene)).toContain('An agent tried twice to mend')
  expect(lastComment(scene)).toMatch(why)
  const starts = scene.agentStarts()
  const again = await runFix(scene)
  expect(again.outputs, again.log).toMatchObject({ outcome: 'waiting', 'fix-tasks': '0' })
  expect(scene.agentStarts()).toBe(starts)
}

test('a loop that goes to and fro is stopped at a person, whatever the fixes push', async () => {
  const scene = await asked({ 'max-cycles': 2 }, mends(), stillOpen(), mends({ 'src/mean.js': 'export const mean = 1\n' }))
  const fixed = await runFix(scene)
  expect(fixed.outputs, fixed.log).toMatchObject({ outcome: 'fixed' })
  scene.github.tick(30)
  const capped = await scene.run()
  expect(capped.outputs, capped.log).toMatchObject({ outcome: 'escalated', cycle: '2', 'fix-tasks': '0' })
  const starts = scene.agentStarts()
  const none = await runFix(scene)
  expect(none.outputs, none.log).toMatchObject({ outcome: 'waiting' })
  expect(scene.agentStarts()).toBe(starts)
  expect(lastComment(scene)).toContain('2 heads in a row ended with changes requested')
})

test('a fixer that edits a workflow file pushes nothing, is told why, and after the second time a person is called', async () => {
  const touches = mends({ 'src/mean.js': MENDED, '.github/workflows/review.yml': 'on: push\n' })
  const scene = await asked({}, touches)
  await endsAtPerson(scene, /review\.yml&?.* is protected/)
  expect(scene.brief()).toContain('is protected: no fix may touch workflows')
})

test('a fixer that changes nothing is asked once more; what it then leaves is pushed', async () => {
  const scene = await asked({}, { text: 'I cannot.' }, mends())
  const fixed = await runFix(scene)
  expect(fixed.outputs, fixed.log).toMatchObject({ outcome: 'fixed', attempts: '2' })
  expect(fixed.log).toContain('thrown away: the agent changed nothing')
  expect(fileAt(scene, 'src/mean.js')).toBe(MENDED)
})

test.each([
  ['a link', { link: { 'src/key': '/etc/passwd' }, text: '' }, /symbolic link/],
  ['another mode', { mode: { 'src/mean.js': 0o755 }, text: '' }, /another mode/],
  ['a folder of git', { write: { '.git/hooks/pre-push': 'x' }, text: '' }, /folder of git/],
])('%s is no fix', async (_, answer, why) => endsAtPerson(await asked({}, answer), why))

test('a fix that the verify-command refuses is thrown away; what the command writes is never pushed', async () => {
  const script =
    "require('fs').writeFileSync('made-by-tests.txt', 'x'); process.exit(require('fs').readFileSync('src/mean.js', 'utf8').includes('length === 0') ? 0 : 1)"
  const scene = await asked(
    { 'verify-command': [process.execPath, '-e', script] },
    mends({ 'src/mean.js': 'export const mean = 1\n' }),
    mends(),
  )
  const fixed = await runFix(scene)
  expect(fixed.outputs, fixed.log).toMatchObject({ outcome: 'fixed' })
  expect(fixed.log).toContain('thrown away: verify-command failed: exit code 1')
  expect(fileAt(scene, 'src/mean.js')).toBe(MENDED)
  expect(fileAt(scene, 'made-by-tests.txt')).toBeNull()
  expect(Number(fixed.outputs.cost)).toBeCloseTo(1)
})

test('a verify-command that does not end is ended at its deadline with all that it started, and its fix is thrown away', async () => {
  const place = mkdtempSync(join(tmpdir(), 'countersign-verify-'))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  const mark = freshMark()
  // What it starts hears no signal but the last, and stays behind when its parent is gone.
  const script = `
    const stubborn = "process.on('SIGTERM', () => {}); process.on('SIGINT', () => {}); setInterval(() => {}, 1000)"
    const child = require('child_process').spawn(process.execPath, ['-e', stubborn], { argv0: '${mark}', detached: true, stdio: 'ignore' })
    child.on('spawn', () => require('fs').appendFileSync('${join(place, 'started')}', 'x'))
    setInterval(() => {}, 1000)`
  const scene = await asked({ 'verify-command': [process.execPath, '-e', script], 'agent-timeout': 10 }, mends())
  await endsAtPerson(scene, /verify-command failed: no end after 10 s, stopped at its deadline/)
  expect(readFileSync(join(place, 'started'), 'utf8')).toBe('xx')
  expect(livingWith(mark)).toEqual([])
})

test('all tries of a fix run share the time that `run-timeout` gives it', async () => {
  const slowly = 'setTimeout(() => process.exit(1), 4000)'
  const scene = await asked(
    { 'verify-command': [process.execPath, '-e', slowly], 'agent-timeout': 60, 'run-timeout': 62 },
    mends(),
  )
  const fixed = await runFix(scene)
  expect(fixed.outputs, fixed.log).toMatchObject({ outcome: 'failed', attempts: '2' })
  expect(fixed.log).toContain('the time of this run (run-timeout) is used up; the next one tries again')
  expect(fixed.log).not.toContain('::error')
  await endsAtPerson(scene, /verify-command failed: exit code 1/)
})

test('what an agent cost is counted when the run fails after it', async () => {
  const scene = await asked({}, mends())
  scene.github.faults.add({
    on: ({ route }) => route === 'issues/update-comment' && scene.agentStarts() === 2,
    effect: { kind: 'answer', status: 502 },
  })
  const fixed = await runFix(scene)
  expect(fixed.code, fixed.log).toBe(1)
  expect(scene.github.pull(1).comments[0]?.body).toMatch(/"spend":\{"life":1,/)
})

test('a push while the fixer works ends the attempt, and what it did is not pushed over it', async () => {
  const scene = await asked({})
  const begun = join(scene.folder, 'begun')
  scene.answer({ ...mends(), touch: begun, waitFor: join(scene.folder, 'never') })
  const step = scene.start({ inputs: { mode: 'fix', pull: '1' }, token: 'ghs_fix' })
  for (let tries = 0; !existsSync(begun) && tries < 1_500; tries++) await pause(20)
  scene.github.as('author').commit('topic', { 'src/other.js': 'x\n' })
  const pushed = headOf(scene)
  const fixed = await step.done
  expect(fixed.outputs, fixed.log).toMatchObject({ outcome: 'superseded', commit: '' })
  expect(headOf(scene)).toBe(pushed)
  expect(scene.github.pull(1).reactions).toEqual([])
})

test('a branch that moves between the last read and the push is left as it is', async () => {
  const scene = await asked({}, mends())
  let moved = ''
  scene.github.hooks.beforeRequest = async request => {
    if (moved !== '' || !request.path.endsWith('/git-receive-pack')) return
    moved = scene.github.as('author').commit('topic', { 'src/other.js': 'x\n' })
  }
  const fixed = await runFix(scene)
  expect(fixed.outputs, fixed.log).toMatchObject({ outcome: 'superseded' })
  expect(headOf(scene)).toBe(moved)
})

test('the agent gets no token, no git and no key of the run', async () => {
  const scene = await asked({}, mends())
  const fixed = await runFix(scene)
  expect(fixed.outputs, fixed.log).toMatchObject({ outcome: 'fixed' })
  expect(scene.brief()).not.toContain('ghs_fix')
  expect(scene.brief()).toMatch(/You mend one finding of a code review/)
})

test('a person has chosen findings mended: answered at once, and done by the run that is dispatched', async () => {
  const note = finding({ title: 'No test', severity: 'low', blocking: false })
  const scene = await stage({
    policy: { fix: 'run' },
    answers: [{ report: { verdict: 'approve', summary: 'Fine.', findings: [note] } }, mends()],
  })
  await scene.run()
  expect((await runFix(scene)).outputs).toMatchObject({ outcome: 'skipped', 'fix-tasks': '0' })
  const { step } = await asks(scene, 'dev', '@countersign fix nonsense')
  expect(step.outputs).toMatchObject({ outcome: 'skipped' })
  expect(lastComment(scene)).toMatch(/^No fix: no open finding has the id nonsense/)
  const id = /name one of ([0-9a-f]{12})/.exec(lastComment(scene))?.[1] ?? ''
  await asks(scene, 'dev', `@countersign fix ${id}`)
  expect(lastComment(scene)).toContain(`An agent mends \`${id}\``)
  expect(dispatched(scene)).toHaveLength(1)
  const fixed = await runFix(scene)
  expect(fixed.outputs, fixed.log).toMatchObject({ outcome: 'fixed' })
  expect(fixComment(scene)).toContain('pushed; the next review says whether it is mended')
})

test('tasks that could not be written down are written by the next round', async () => {
  const scene = await stage({
    policy: { fix: 'run' },
    answers: [asksForFix()],
    faults: [{ on: 'issues/create-comment', effect: { kind: 'answer', status: 403 } }],
  })
  const first = await scene.run()
  expect(first.log).toContain('the fix tasks could not be written')
  expect(first.outputs, first.log).toMatchObject({ decision: 'fix-requested', 'fix-tasks': '1' })
  expect(fixComment(scene)).toContain('to be mended')
  expect(scene.agentStarts()).toBe(1)
})
