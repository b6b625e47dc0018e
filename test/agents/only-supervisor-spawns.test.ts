import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = new URL('../..', import.meta.url).pathname
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts'))
  .map(file => ({ file, text: readFileSync(join(root, 'src', file), 'utf8') }))

const startsProcesses =
  /(?:from|import|require)\s*\(?\s*['"](?:node:)?(?:child_process|cluster|worker_threads)['"]|@actions\/exec|['"](?:execa|cross-spawn|zx)['"]|process\.binding|getBuiltinModule/
const call = /(?<![.\w])(?:spawn|spawnSync|exec|execFile|execSync|execFileSync|fork|getExecOutput)\s*\(\s*([^,)]+)/g

test('only the supervisor starts agents: others start git, and the local runner the bundle', () => {
  const others = files.filter(({ file, text }) => startsProcesses.test(text) && !file.startsWith('agents/process/'))
  expect(others.filter(({ file }) => !/^(?:git|simulator|runner)\//.test(file)).map(({ file }) => file)).toEqual([])
})

test('git and the simulator start nothing but git', () => {
  const calls = files
    .filter(({ file, text }) => /^(?:git|simulator)\//.test(file) && startsProcesses.test(text))
    .flatMap(({ file, text }) => [...text.matchAll(call)].map(([, program = '']) => `${file}: ${program.trim()}`))
  expect(calls.length).toBeGreaterThan(0)
  expect(calls.filter(text => !text.endsWith(": 'git'"))).toEqual([])
})

test('within the agents’ folder, processes are started below process/ alone', () => {
  expect(
    files.filter(
      ({ file, text }) => file.startsWith('agents/') && !file.startsWith('agents/process/') && startsProcesses.test(text),
    ),
  ).toEqual([])
})
