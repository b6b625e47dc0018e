import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { appears } from '../../scenarios/acting.ts'
import { startHere } from '../../scenarios/in-process.ts'
import { confirms, dead, members, type PanelStage, panelStage, refutes } from '../../scenarios/panel.ts'
import { approves, asksForFix } from '../../scenarios/reports.ts'

const member = (name: string) => ({ inputs: { reviewer: name } })

const labelsOf = ({ github }: PanelStage): string[] =>
  github
    .repository()
    .labels.filter(label => github.pull(1).labels.includes(label.id))
    .map(label => label.name)

const rolesOf = ({ github }: PanelStage) => github.pull(1).reviews.map(review => /"role":"(\w+)"/.exec(review.body)?.[1])

test('a panel in one run leaves one review with the second opinions in it, and a head that counts once', async () => {
  const scene = await panelStage({ answers: { anna: [asksForFix()], ben: [confirms()], cleo: [refutes()] } })
  const step = await scene.run()
  expect(step.outputs, step.log).toMatchObject({ outcome: 'reviewed', decision: 'fix-requested', cycle: '1' })
  expect(scene.starts()).toEqual([1, 1, 1])
  const { reviews, threads, comments, reactions } = scene.github.pull(1)
  expect(reviews).toHaveLength(1)
  expect(threads).toHaveLength(1)
  expect(reviews[0]?.body).toContain('| `cleo` | cleo | disagrees | It does not hold. |')
  expect(reviews[0]?.body).toContain('`ben` confirms: looked at the code')
  expect(reviews[0]?.body).toContain('by a panel of 3')
  expect(comments[0]?.body).toContain('3 started')
  expect(reactions).toEqual([])
  expect(scene.briefOf('ben')).toContain('Findings to judge:')
  expect(step.summary).toContain('| member | agent | attempt | result |')
  expect(step.summary).toContain('| `ben` | ben | 1 | ok |')
  const again = await scene.run()
  expect(again.outputs).toMatchObject({ outcome: 'skipped', decision: 'fix-requested' })
  expect(scene.starts()).toEqual([1, 1, 1])
})

test('the journal of a panel in one run says whose attempt each line is of', async () => {
  const scene = await panelStage({ answers: { anna: [asksForFix()], ben: [confirms()], cleo: [refutes()] } })
  const { report, log } = await startHere(scene, {}).done
  const events = readFileSync(report?.journal ?? '', 'utf8')
    .trimEnd()
    .split('\n')
  expect(
    events.map(line => JSON.parse(line).member),
    log,
  ).toEqual(members.flatMap(name => [name, name, name]))
})

test('an anchor that is killed is followed by the earliest survivor, and recovered later; the head is decided once', async () => {
  const scene = await panelStage({
    policy: { 'enrich-timeout': 600 },
    answers: { anna: [], ben: [asksForFix()], cleo: [confirms()] },
  })
  const begun = join(scene.folder, 'begun')
  scene.answer('anna', { ...asksForFix(), touch: begun, waitFor: join(scene.folder, 'never') }, confirms())
  const anchor = scene.start(member('anna'))
  await appears(begun)
  anchor.kill('SIGKILL')
  await anchor.done
  scene.github.tick(120)
  const survivor = await scene.run(member('ben'))
  expect(survivor.outputs, survivor.log).toMatchObject({ outcome: 'reviewed' })
  expect(survivor.log).toMatch(/takes the anchor’s place/)
  await scene.run(member('cleo'))
  expect(rolesOf(scene)).toEqual(['anchor', 'enricher'])
  scene.github.tick(120)
  const recovered = await scene.run(member('anna'))
  expect(recovered.outputs, recovered.log).toMatchObject({ outcome: 'reviewed', decision: 'fix-requested', cycle: '1' })
  expect(rolesOf(scene)).toEqual(['anchor', 'enricher', 'enricher', 'panel'])
})

test('an anchor that is alive but stale loses its place, and its late report becomes an opinion by code', async () => {
  const scene = await panelStage({
    policy: { 'anchor-ttl': 60, 'enrich-timeout': 600 },
    answers: { anna: [], ben: [asksForFix()], cleo: [confirms()] },
  })
  const [begun, gate] = [join(scene.folder, 'begun'), join(scene.folder, 'gate')]
  scene.answer('anna', { ...asksForFix(), touch: begun, waitFor: gate })
  const late = scene.start(member('anna'))
  await appears(begun)
  scene.github.tick(120)
  const survivor = await scene.run(member('ben'))
  expect(survivor.outputs, survivor.log).toMatchObject({ outcome: 'reviewed' })
  await scene.run(member('cleo'))
  writeFileSync(gate, '')
  const step = await late.done
  expect(step.outputs, step.log).toMatchObject({ outcome: 'reviewed', decision: 'fix-requested' })
  expect(rolesOf(scene)).toEqual(['anchor', 'enricher', 'enricher', 'panel'])
  expect(scene.github.pull(1).threads).toHaveLength(1)
})

test('under one quorum less than all a dead member does not keep the others from approving', async () => {
  const scene = await panelStage({
    policy: { 'panel-quorum': 2 },
    answers: { anna: [approves()], ben: [confirms()], cleo: [dead()] },
  })
  const steps = []
  for (const name of members) steps.push(await scene.run(member(name)))
  expect(steps.at(-1)?.log).toMatch(/apply +decision of the panel/)
  expect(rolesOf(scene)).toEqual(['anchor', 'enricher', 'panel'])
  expect(scene.github.pull(1).reviews.at(-1)?.body).toContain('**no answer**')
})

test('a finding that every other member refutes does not count, and its text is kept', async () => {
  const scene = await panelStage({ answers: { anna: [asksForFix()], ben: [refutes()], cleo: [refutes()] } })
  const step = await scene.run()
  expect(step.outputs, step.log).toMatchObject({ outcome: 'reviewed', decision: 'approved', blocking: '0' })
  const { reviews, threads } = scene.github.pull(1)
  expect(threads).toEqual([])
  expect(reviews[0]?.body).toMatch(/^### No blocking findings/)
  expect(reviews[0]?.body).toContain('every other member that answered refutes it')
  expect(reviews[0]?.body).toContain('An empty list gives NaN.')
})

test('a quorum of two approves without the dead member, who is named', async () => {
  const scene = await panelStage({
    policy: { 'panel-quorum': 2 },
    answers: { anna: [approves()], ben: [confirms()], cleo: [dead()] },
  })
  const step = await scene.run()
  expect(step.outputs, step.log).toMatchObject({ outcome: 'reviewed', decision: 'approved' })
  const { reviews } = scene.github.pull(1)
  expect(reviews).toHaveLength(1)
  expect(reviews[0]?.body).toMatch(/\| `cleo` \|\s+\| \*\*no answer\*\* \| cleo, attempt 1: error/)
})

test('when the first member is dead the next one reviews, and a blocker needs no quorum', async () => {
  const scene = await panelStage({ answers: { anna: [dead()], ben: [asksForFix()], cleo: [confirms()] } })
  const step = await scene.run()
  expect(step.outputs, step.log).toMatchObject({ outcome: 'reviewed', decision: 'fix-requested' })
  expect(scene.github.pull(1).reviews[0]?.body).toMatch(/\| `ben` \| ben \| first review \|/)
})

test('when nobody answers the head fails, and everybody is named', async () => {
  const scene = await panelStage({ answers: { anna: [dead()], ben: [dead()], cleo: [dead()] } })
  const step = await scene.run()
  expect(step.outputs, step.log).toMatchObject({ outcome: 'failed' })
  expect(step.outputs.reason).toMatch(/no member of the panel could answer: anna \(.*\); ben \(.*\); cleo \(/)
  expect(scene.github.pull(1).reviews).toEqual([])
})

test('one job after another: the first reviews, the next judge, and the last one publishes what they come to', async () => {
  const scene = await panelStage({
    policy: { approve: true },
    answers: { anna: [approves()], ben: [confirms()], cleo: [confirms()] },
  })
  const first = await scene.run(member('anna'))
  expect(first.outputs, first.log).toMatchObject({ outcome: 'reviewed', decision: '' })
  expect(first.summary).toContain('| `anna` | anna | 1 | ok |')
  const second = await scene.run(member('ben'))
  expect(second.outputs, second.log).toMatchObject({ outcome: 'reviewed', decision: '' })
  const third = await scene.run(member('cleo'))
  expect(third.outputs, third.log).toMatchObject({ outcome: 'reviewed', decision: 'approved' })
  const { reviews } = scene.github.pull(1)
  expect(rolesOf(scene)).toEqual(['anchor', 'enricher', 'enricher', 'panel'])
  expect(reviews[1]?.body).toMatch(/^### Second opinion of `ben`: agrees/)
  scene.github.requests.clear()
  for (const name of members) await scene.run(member(name))
  expect(scene.github.requests.writes).toEqual([])
})

test('a dead member is named, a person is called once, and nobody has approved', async () => {
  const scene = await panelStage({
    policy: { approve: true },
    answers: { anna: [approves()], ben: [dead()], cleo: [confirms()] },
  })
  for (const name of members) await scene.run(member(name))
  const { reviews, comments } = scene.github.pull(1)
  expect(reviews.map(review => review.state)).toEqual(['COMMENTED', 'COMMENTED'])
  const escalations = comments.filter(comment => comment.body.includes('A person is needed'))
  expect(escalations).toHaveLength(1)
  expect(escalations[0]?.body).toContain('no answer from ben')
  const again = await scene.run(member('anna'))
  expect(again.outputs).toMatchObject({ outcome: 'waiting', decision: '' })
})

test('a request is served by all members and answered once, by the decision', async () => {
  const scene = await panelStage({ answers: { anna: [approves()], ben: [confirms()], cleo: [confirms()] } })
  for (const name of members) await scene.run(member(name))
  scene.github.tick(60)
  scene.github.as('dev').comment(1, '@countersign review')
  scene.github.tick(60)
  for (const name of members) await scene.run(member(name))
  expect(rolesOf(scene).filter(role => role === 'panel')).toHaveLength(2)
  expect(scene.starts()).toEqual([2, 2, 2])
  for (const name of members) await scene.run(member(name))
  expect(scene.starts()).toEqual([2, 2, 2])
})

test('with one dead member of three nothing is approved: what was said stands, and a person is called who reads who is missing', async () => {
  const scene = await panelStage({
    policy: { approve: true },
    answers: { anna: [approves()], ben: [confirms()], cleo: [dead()] },
  })
  const step = await scene.run()
  expect(step.outputs, step.log).toMatchObject({ outcome: 'escalated', decision: '', cycle: '0' })
  const { reviews, comments } = scene.github.pull(1)
  expect(reviews.map(review => review.state)).toEqual(['COMMENTED'])
  expect(reviews[0]?.body).toMatch(/^### The panel could not decide/)
  expect(labelsOf(scene)).toEqual(['needs-human-review'])
  expect(comments.at(-1)?.body).toMatch(/2 of 3 members of the panel answered, 3 are needed; no answer from cleo/)
  const again = await scene.run()
  expect(again.outputs).toMatchObject({ outcome: 'waiting' })
  expect(scene.starts()).toEqual([1, 1, 1])
})

test('a reviewer that is not in the panel is refused before anything is written', async () => {
  const scene = await panelStage({ answers: { anna: [approves()], ben: [confirms()], cleo: [confirms()] } })
  const step = await scene.run({ inputs: { reviewer: 'mallory' } })
  expect(step.code).toBe(1)
  expect(step.log).toContain('reviewer: found "mallory"; expected one of anna, ben, cleo')
  expect(scene.github.requests.writes).toEqual([])
})
test('three jobs that start at once leave one review, two opinions and one decision, and each agent ran once', async () => {
  const either = (opinion: object) => [{ ...asksForFix(), ...opinion }]
  const scene = await panelStage({ answers: { anna: either(confirms()), ben: either(confirms()), cleo: either(refutes()) } })
  const steps = await Promise.all(members.map(name => scene.run(member(name))))
  const logs = steps.map(step => step.log).join('\n---\n')
  expect(
    steps.map(step => step.code),
    logs,
  ).toEqual([0, 0, 0])
  expect(scene.starts(), logs).toEqual([1, 1, 1])
  expect(
    rolesOf(scene).filter(role => role === 'panel'),
    logs,
  ).toHaveLength(1)
  expect(rolesOf(scene), logs).toHaveLength(4)
  const { comments, reactions } = scene.github.pull(1)
  expect(comments).toHaveLength(3)
  expect(reactions).toEqual([])
  const after = await scene.run(member('anna'))
  expect(after.outputs).toMatchObject({ outcome: 'skipped', decision: 'fix-requested', cycle: '1' })
})
