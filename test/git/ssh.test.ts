import { existsSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { gitEnvironment, urlComplaint } from '../../src/git/environment.ts'
import { privateKey } from '../../src/git/private-key.ts'
import { sshCommand, sshRefusal, withSshFiles } from '../../src/git/ssh.ts'
import { sshKeyPair } from '../harness/ssh-key.ts'
import { scratchFolder } from './scratch.ts'

const { private: key } = sshKeyPair()
const { private: closed } = sshKeyPair({ passphrase: 'secret', cipher: 'aes256-ctr', rounds: 4 })
const url = 'ssh://git@github.example:2222/octo/hello.git'

test.each([
  ['a whole key', key.trim(), true],
  ['a key with the line ends of another system', key.trim().replaceAll('\n', '\r\n'), true],
  ['a key with a passphrase', closed.trim(), false],
  [
    'an old key with a passphrase',
    '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nAAAA\n-----END RSA PRIVATE KEY-----',
    false,
  ],
  ['a key on one line', key.trim().replaceAll('\n', ' '), false],
  ['the public half', 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA', false],
])('%s is read: %#', (_, text, isRead) => expect(privateKey.read(text) !== undefined).toBe(isRead))

test('the key stands in a file that only its owner reads, beside the hosts that are known, and both are gone whatever happens', async () => {
  let seen = ''
  const failing = withSshFiles(scratchFolder(), { privateKey: key.trim(), hostKeys: ['ssh-ed25519 AAAA'], url }, async files => {
    seen = files.key
    expect(statSync(files.key).mode & 0o777).toBe(0o600)
    expect(readFileSync(files.knownHosts, 'utf8')).toBe('[github.example]:2222 ssh-ed25519 AAAA\n')
    throw new Error('the push broke')
  })
  await expect(failing).rejects.toThrow('the push broke')
  expect(existsSync(seen)).toBe(false)
})

test('git has ssh for the push with a key alone, and for one address', () => {
  const surroundings = { gitDir: '/g', outer: {} }
  const without = Object.values(gitEnvironment({ url: 'https://github.example/octo/hello.git', token: null }, surroundings))
  expect(without).toContain('protocol.allow')
  expect(without).not.toContain('protocol.ssh.allow')
  expect(urlComplaint({ url, token: null })).not.toBeNull()
  const files = { key: "/tmp/it's/key", knownHosts: '/tmp/known' }
  expect(Object.values(gitEnvironment({ url, token: null, ssh: files }, surroundings))).toContain(sshCommand(files))
  expect(sshCommand(files)).toContain("-i '/tmp/it'\\''s/key'")
  expect(urlComplaint({ url, token: null, ssh: files })).toBeNull()
  expect(urlComplaint({ url: 'ssh://-oProxyCommand=x/octo', token: null, ssh: files })).toContain('expected ssh://git@')
})

test('a runner without ssh is told what to install', () =>
  expect(sshRefusal('error: cannot run ssh: No such file or directory')).toMatch(
    /found no program ssh; expected OpenSSH.* install it/,
  ))
