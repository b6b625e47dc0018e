import { expect, test } from 'vitest'
import { gitText } from '../../../src/simulator/git/run.ts'
import { askedOn, headOf, MENDED, mends, runFix } from '../../scenarios/fixing.ts'
import { asksForFix } from '../../scenarios/reports.ts'
import { stage } from '../../scenarios/stage.ts'

const policy = { fix: 'run' }

test('new files that the .gitignore of the head names are no part of a fix; tracked ones are, and rules of the agent’s own are none', async () => {
  const files = { '.gitignore': '__pycache__/\nnode_modules\nkept.txt\n', 'kept.txt': 'x\n' }
  const built = Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`node_modules/${at}.js`, 'x\n']))
  const write = { 'src/mean.js': MENDED, '__pycache__/m.pyc': 'x', '.gitignore': '*.log\n', 'a.log': 'x\n', 'kept.txt': 'y\n' }
  const scene = await askedOn({ policy, files }, mends({ ...write, ...built }))
  const fixed = await runFix(scene)
  expect(fixed.outputs, fixed.log).toMatchObject({ outcome: 'fixed' })
  expect(fixed.log).toMatch(/fix {6}left out 151 new files that \.gitignore names/)
  const changed = gitText(scene.github.repository().git.dir, ['diff', '--name-only', scene.reviewed, headOf(scene)])
  expect(changed.split('\n')).toEqual(['.gitignore', 'a.log', 'kept.txt', 'src/mean.js'])
})

test('a file below a submodule is no fix: thrown away, and an agent is told why', async () => {
  const below = mends({ 'src/mean.js': MENDED, 'sub/file.txt': 'x\n' })
  const scene = await stage({ policy, answers: [asksForFix(), below, mends()] })
  scene.github.as('author').commit('topic', { sub: { submodule: '1'.repeat(40) } })
  await scene.run()
  const fixed = await runFix(scene)
  expect(fixed.outputs, fixed.log).toMatchObject({ outcome: 'fixed' })
  expect(fixed.log).toContain('thrown away: "sub/file.txt" lies in "sub", a submodule')
  expect(scene.brief()).toContain('a submodule, which no fix may touch')
})
