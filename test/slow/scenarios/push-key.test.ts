import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runPost } from '../../harness/run-action.ts'
import { sshKeyPair } from '../../harness/ssh-key.ts'
import { serveSsh } from '../../harness/ssh-server.ts'
import { dispatched } from '../../scenarios/acting.ts'
import { fixComment, headOf, mends, runFix } from '../../scenarios/fixing.ts'
import { asksForFix } from '../../scenarios/reports.ts'
import { jobOf, type RunOptions, type Stage, stage } from '../../scenarios/stage.ts'

const own = sshKeyPair()

const secret = own.private.split('\n')[2] ?? ''
/** Files of the runner's own folder that hold the key, or a copy of it. */
const filesWithKey = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && readFileSync(join(entry.parentPath, entry.name), 'utf8').includes(secret))
    .map(entry => entry.name)

/** The step that pushes, with a folder for the runner's temporary files that outlives it. */
const fixStep = ({ folder }: Stage): RunOptions => ({
  inputs: { mode: 'fix', pull: '1', 'push-key': own.private },
  token: 'ghs_fix',
  env: { RUNNER_TEMP: folder },
})

/** A head that asks for a fix, on a GitHub that knows one deploy key. */
const asked = async (known = { publicKey: own.public, mayWrite: true }) => {
  // Without OpenSSH's client nothing here would be shown: then this fails, and says what is missing.
  execFileSync('ssh', ['-V'], { stdio: 'ignore' })
  const scene = await stage({ policy: { fix: 'run' }, answers: [asksForFix(), mends()], readLag: 0 })
  const server = await serveSsh(scene.github, known)
  onTestFinished(server.close)
  await scene.run()
  return { scene, server, reviewed: headOf(scene) }
}

test('a deploy key pushes over ssh, in place of the token; GitHub starts the next review itself, and nothing of the key is left', async () => {
  const { scene, server, reviewed } = await asked()
  scene.github.tick(30)
  const seen: string[][] = []
  server.hooks.beforeCommand = async () => void seen.push(filesWithKey(scene.folder))
  const fixed = await scene.run(fixStep(scene))
  expect(fixed.outputs, fixed.log).toMatchObject({ outcome: 'fixed', commit: headOf(scene) })
  expect(seen).toEqual([['key']])
  expect(headOf(scene)).not.toBe(reviewed)
  expect(server.commands).toEqual(["git-receive-pack '/octo/hello.git'"])
  expect(scene.github.requests.git.filter(request => request.route === 'git-receive-pack')).toEqual([])
  expect(fixComment(scene)).toContain('pushed; the next review says whether it is mended')
  expect(dispatched(scene)).toEqual([])
  expect(secret.length).toBeGreaterThan(40)
  expect(fixed.log.replaceAll(/::add-mask::.*/g, '')).not.toContain(secret)
  expect(scene.brief()).not.toContain(secret)
  expect(filesWithKey(scene.folder)).toEqual([])
})

test('a main step that is killed while it pushes leaves the key behind; the post step removes it', async () => {
  const { scene, server } = await asked()
  scene.github.tick(30)
  const step = scene.start(fixStep(scene))
  server.hooks.beforeCommand = async () => {
    step.kill('SIGKILL')
    await step.done
  }
  const main = await step.done
  expect(filesWithKey(scene.folder)).toEqual(['key'])
  const { options } = jobOf(scene.github, fixStep(scene))
  const post = await runPost(options, main)
  expect(post.code, post.log).toBe(0)
  expect(filesWithKey(scene.folder)).toEqual([])
})

/** Command lines that name the folder: each of our pushes by key does. */
const processesNaming = (folder: string): string[] =>
  execFileSync('ps', ['-A', '-ww', '-o', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter(line => line.includes(folder))

test('a push that outlives its killed main step is ended by the post step, and nothing comes of it', async () => {
  const { scene, server, reviewed } = await asked()
  scene.github.tick(30)
  const step = scene.start(fixStep(scene))
  let letGo = (): void => {}
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  onTestFinished(letGo)
  server.hooks.beforeCommand = async () => {
    step.kill('SIGKILL')
    await held
  }
  const main = await step.done
  expect(processesNaming(scene.folder).join('\n')).toContain('ssh -F /dev/null')
  const { options } = jobOf(scene.github, fixStep(scene))
  const post = await runPost(options, main)
  expect(post.code, post.log).toBe(0)
  expect(processesNaming(scene.folder)).toEqual([])
  expect(headOf(scene)).toBe(reviewed)
})

test('a token beside the key is not used, and the log says so', async () => {
  const { scene, server } = await asked()
  const fixed = await runFix(scene, { 'push-key': own.private, 'push-token': 'ghs_nobody' })
  expect(fixed.outputs, fixed.log).toMatchObject({ outcome: 'fixed', commit: headOf(scene) })
  expect(fixed.log).toContain('warn     found push-key and push-token; push-key pushes')
  expect(server.commands).toEqual(["git-receive-pack '/octo/hello.git'"])
})

test.each([
  [
    'may only read',
    { publicKey: own.public, mayWrite: false },
    /a deploy key that may only read; expected one with write access/,
  ],
  [
    'is not known there',
    { publicKey: sshKeyPair().public, mayWrite: true },
    /a key that is not known there; expected a deploy key of this repository/,
  ],
])('a deploy key that %s ends like any refused push, with what to do', async (_, known, why) => {
  const { scene, reviewed } = await asked(known)
  const fixed = await runFix(scene, { 'push-key': own.private })
  expect(fixed.outputs, fixed.log).toMatchObject({ outcome: 'escalated', commit: '' })
  expect(fixed.log).toMatch(why)
  expect(headOf(scene)).toBe(reviewed)
})

test('a server with other host keys than the API tells is not talked to', async () => {
  const { scene, server, reviewed } = await asked()
  scene.github.world.ssh = { ...scene.github.world.ssh, keys: [sshKeyPair().public] }
  const fixed = await runFix(scene, { 'push-key': own.private })
  expect(fixed.log).toMatch(/other host keys than the API tells/)
  expect(server.commands).toEqual([])
  expect(headOf(scene)).toBe(reviewed)
})
