import { execFileSync, spawn } from 'node:child_process'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

const backendEnvironment = (request: IncomingMessage, root: string): Record<string, string> => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  return {
    PATH: process.env.PATH ?? '',
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: '1',
    GIT_PROTOCOL: String(request.headers['git-protocol'] ?? ''),
    REQUEST_METHOD: request.method ?? 'GET',
    PATH_INFO: url.pathname,
    QUERY_STRING: url.search.slice(1),
    CONTENT_TYPE: request.headers['content-type'] ?? '',
    HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
  }
}

/** Answers with what `git http-backend` says: CGI heads, an empty line, the body. */
const relay = (request: IncomingMessage, response: ServerResponse, root: string): void => {
  const backend = spawn('git', ['http-backend'], { env: backendEnvironment(request, root), stdio: ['pipe', 'pipe', 'ignore'] })
  const chunks: Buffer[] = []
  request.pipe(backend.stdin)
  backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  backend.once('close', () => {
    const output = Buffer.concat(chunks)
    const split = output.indexOf('\r\n\r\n')
    const heads = output
      .toString('latin1', 0, split)
      .split('\r\n')
      .map(line => line.split(': ') as [string, string])
    response.writeHead(Number(heads.find(([name]) => name === 'Status')?.[1].slice(0, 3) ?? 200), Object.fromEntries(heads))
    response.end(output.subarray(split + 4))
  })
}

export type GitServer = {
  url: string /** Command lines of all processes, as they were during each request. */
  commandLines: string[]
}

/** Serves a repository over smart HTTP to those who bring the credentials. */
export const serveGit = async (root: string, credentials: string): Promise<GitServer> => {
  const commandLines: string[] = []
  const server = createServer((request, response) => {
    commandLines.push(execFileSync('ps', ['-A', '-o', 'args'], { encoding: 'utf8' }))
    if (request.headers.authorization === `basic ${Buffer.from(credentials).toString('base64')}`)
      return relay(request, response, root)
    response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end()
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, commandLines }
}
