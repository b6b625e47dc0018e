import { spawn } from 'node:child_process'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createGunzip } from 'node:zlib'
import { gitEnvironment } from './run.ts'
import type { GitStore } from './store.ts'

export type Program = 'git-upload-pack' | 'git-receive-pack'
export type GitRequest = { owner: string; name: string; service: Program; isAdvertisement: boolean }

/** What a path of the smart protocol asks for; null = it is none. */
export function gitRequestOf(method: string, url: URL): GitRequest | null {
  const match = /^\/([^/]+)\/([^/]+?)(?:\.git)?\/(info\/refs|git-upload-pack|git-receive-pack)$/.exec(url.pathname)
  if (!match) return null
  const [, owner = '', name = '', tail = ''] = match
  const asked = tail === 'info/refs' ? url.searchParams.get('service') : tail
  if (asked !== 'git-upload-pack' && asked !== 'git-receive-pack') return null
  if ((tail === 'info/refs') !== (method === 'GET')) return null
  return { owner, name, service: asked, isAdvertisement: tail === 'info/refs' }
}

const packet = (text: string) => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`

/** `env` = what git's hooks are told. */
export type GitIo = { req: IncomingMessage; res: ServerResponse; env?: Record<string, string> }

/** Answers one request of the smart protocol with git itself; resolves when git has ended. */
export function serveGit(store: GitStore, request: GitRequest, io: GitIo): Promise<void> {
  const { service, isAdvertisement } = request
  const { req, res, env = {} } = io
  const args = [service.replace('git-', ''), '--stateless-rpc', ...(isAdvertisement ? ['--advertise-refs'] : []), store.dir]
  const protocol = req.headers['git-protocol']
  const version = typeof protocol === 'string' && /^[\w=:]+$/.test(protocol) ? { GIT_PROTOCOL: protocol } : {}
  const child = spawn('git', args, { env: { ...gitEnvironment(), ...version, ...env }, stdio: ['pipe', 'pipe', 'ignore'] })
  res.writeHead(200, {
    'content-type': `application/x-${service}-${isAdvertisement ? 'advertisement' : 'result'}`,
    'cache-control': 'no-cache',
  })
  if (isAdvertisement) res.write(`${packet(`# service=${service}\n`)}0000`)
  // The client may be gone before git is: neither side's broken pipe is our failure.
  child.stdin.on('error', () => undefined)
  res.on('close', () => child.kill())
  const body = req.headers['content-encoding'] === 'gzip' ? req.pipe(createGunzip()) : req
  body.on('error', () => child.kill())
  body.pipe(child.stdin)
  child.stdout.pipe(res, { end: false })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => resolve())
  })
}
