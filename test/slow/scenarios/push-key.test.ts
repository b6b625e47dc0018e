import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import ssh from 'ssh2'
import { expect, onTestFinished, test } from 'vitest'
import { serveSsh } from '../../harness/ssh-server.ts'
import { dispatched } from '../../scenarios/acting.ts'
import { fixComment, headOf, mends, runFix } from '../../scenarios/fixing.ts'
import { asksForFix } from '../../scenarios/reports.ts'
import { stage } from '../../scenarios/stage.ts'

const own = ssh.utils.generateKeyPairSync('ed25519')

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
  const fixed = await runFix(scene, { 'push-key': own.private })
  expect(fixed.outputs, fixed.log).toMatchObject({ outcome: 'fixed', commit: headOf(scene) })
  expect(headOf(scene)).not.toBe(reviewed)
  expect(server.commands).toEqual(["git-receive-pack '/octo/hello.git'"])
  expect(scene.github.requests.git.filter(request => request.route === 'git-receive-pack')).toEqual([])
  expect(fixComment(scene)).toContain('mended, to be reviewed')
  expect(dispatched(scene)).toEqual([])
  const secret = own.private.split('\n')[2] ?? ''
  expect(secret.length).toBeGreaterThan(40)
  expect(fixed.log.replaceAll(/::add-mask::.*/g, '')).not.toContain(secret)
  expect(scene.brief()).not.toContain(secret)
  expect(readdirSync(scene.folder).filter(name => name.startsWith('countersign-run-'))).toEqual([])
})

test.each([
  [
    'may only read',
    { publicKey: own.public, mayWrite: false },
    /a deploy key that may only read; expected one with write access/,
  ],
  [
    'is not known there',
    { publicKey: ssh.utils.generateKeyPairSync('ed25519').public, mayWrite: true },
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
  scene.github.world.ssh = { ...scene.github.world.ssh, keys: [ssh.utils.generateKeyPairSync('ed25519').public] }
  const fixed = await runFix(scene, { 'push-key': own.private })
  expect(fixed.log).toMatch(/other host keys than the API tells/)
  expect(server.commands).toEqual([])
  expect(headOf(scene)).toBe(reviewed)
})
