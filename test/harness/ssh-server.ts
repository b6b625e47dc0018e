import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import ssh from 'ssh2'
import { afterPush } from '../../src/simulator/acts/repositories.ts'
import type { GitHub } from '../../src/simulator/github.ts'
import { sshKeyPair } from './ssh-key.ts'

const { Server, utils } = ssh

const gitCommand = /^(git-receive-pack|git-upload-pack) '\/?([\w.-]+\/[\w.-]+?)(?:\.git)?'$/

/** Runs git for one command of a client, and tells the world of what was pushed. */
const serveCommand = (
  github: GitHub,
  channel: ssh.ServerChannel,
  { command, mayWrite }: { command: string; mayWrite: boolean },
) => {
  const [, program = '', name = ''] = gitCommand.exec(command) ?? []
  const end = (code: number, words = ''): void => {
    channel.stderr.write(words)
    channel.exit(code)
    channel.end()
  }
  if (program === '') return end(1, `Invalid command: ${command}\n`)
  if (program === 'git-receive-pack' && !mayWrite)
    return end(1, 'ERROR: The key you are authenticating with has been marked as read only.\n')
  const { git } = github.repository(name)
  const before = new Map(git.refs('refs/heads').map(({ name: ref, oid }) => [ref, oid]))
  const child = spawn(program, [git.dir], { stdio: ['pipe', 'pipe', 'pipe'] })
  channel.pipe(child.stdin)
  child.stdout.pipe(channel, { end: false })
  child.stderr.pipe(channel.stderr, { end: false })
  child.once('close', code => {
    for (const { name: ref, oid } of git.refs('refs/heads'))
      if (before.get(ref) !== oid) afterPush(github.as('dev', name).act, { ref, before: before.get(ref) ?? null, after: oid })
    end(code ?? 1)
  })
}

/** An ssh server beside the embedded GitHub, as GitHub's own for deploy keys: it knows one key, and runs git's own programs. */
export const serveSsh = async (github: GitHub, known: { publicKey: string; mayWrite: boolean }) => {
  const host = sshKeyPair()
  const parsed = utils.parseKey(known.publicKey)
  if (parsed instanceof Error) throw parsed
  const commands: string[] = []
  const hooks: { beforeCommand?: () => Promise<void> } = {}
  const server = new Server({ hostKeys: [host.private] }, client => {
    client.on('error', () => {})
    client.on('authentication', context => {
      const isKnown = context.method === 'publickey' && context.key.data.equals(parsed.getPublicSSH())
      if (context.username !== 'git' || context.method !== 'publickey' || !isKnown) return context.reject(['publickey'])
      if (context.signature === undefined || context.blob === undefined) return context.accept()
      return parsed.verify(context.blob, context.signature, context.hashAlgo) === true ? context.accept() : context.reject()
    })
    client.on('session', accept =>
      accept().on('exec', async (take, _, { command }) => {
        commands.push(command)
        await hooks.beforeCommand?.()
        serveCommand(github, take(), { command, mayWrite: known.mayWrite })
      }),
    )
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // `address()` is a string only for pipes.
  const { port } = server.address() as AddressInfo
  github.world.ssh = { origin: `ssh://git@127.0.0.1:${port}`, keys: [host.public] }
  return { commands, hooks, close: () => void server.close() }
}
