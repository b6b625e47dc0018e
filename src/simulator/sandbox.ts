import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type GitHub, startGitHub } from './github.ts'
import { sandboxWorld } from './sandbox-world.ts'
import type { WorldFile } from './world/file.ts'
import { WorldFileError } from './world/file-error.ts'
import { fullName, pullsOf } from './world/world.ts'

/** What the sandbox has of the machine. */
export type SandboxIo = { cwd: string; out: (text: string) => void; err: (line: string) => void; stop: AbortSignal }

type Options = { port: number; world: string | null; dump: string | null }

function optionsOf(argv: string[], cwd: string): Options {
  const { values } = parseArgs({
    args: argv,
    options: { port: { type: 'string' }, world: { type: 'string' }, dump: { type: 'string' } },
  })
  const port = Number(values.port ?? 0)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new WorldFileError(`--port is "${values.port}"; expected a number from 0 to 65535; leave it out for any free port`)
  }
  const path = (name: string | undefined) => (name === undefined ? null : resolve(cwd, name))
  return { port, world: path(values.world), dump: path(values.dump) }
}

function readWorld(file: string): WorldFile {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new WorldFileError(`The world file "${file}" cannot be read: ${reason}; expected JSON as docs/sandbox.md describes it`)
  }
}

/** What a person needs to use it: where, as whom, and where to look. */
export function welcome(github: GitHub): string {
  const { world, url } = github
  const tokens = world.tokens.map(({ login, token, kind }) => `  ${login.padEnd(16)} ${token.padEnd(20)} ${kind}`)
  const pulls = world.repositories.flatMap(repository =>
    pullsOf(repository).map(pull => `  ${url}/${fullName(repository)}/pull/${pull.number}   ${pull.title}`),
  )
  return [
    `A GitHub of your own: ${url}`,
    `  REST ${url}   GraphQL ${url}/graphql   git ${url}/OWNER/NAME.git   the whole world as JSON ${url}/_world`,
    '',
    'Tokens:',
    ...tokens,
    '',
    'Pull requests:',
    ...pulls,
    '',
    `Point a client at it with GITHUB_API_URL=${url} GITHUB_SERVER_URL=${url}. Ctrl-C ends it.`,
    '',
  ].join('\n')
}

const ended = (signal: AbortSignal): Promise<void> =>
  new Promise(done => {
    if (signal.aborted) done()
    else signal.addEventListener('abort', () => done(), { once: true })
  })

async function serveUntilStopped(options: Options, io: SandboxIo): Promise<void> {
  const github = await startGitHub({
    port: options.port,
    world: options.world === null ? sandboxWorld : readWorld(options.world),
  })
  io.out(welcome(github))
  await ended(io.stop)
  if (options.dump !== null) writeFileSync(options.dump, `${JSON.stringify(github.dump(), null, 2)}\n`)
  await github.stop()
}

/** Serves a GitHub until it is stopped; with `--dump FILE` the world is written there at the end. */
export async function runSandbox(argv: string[], io: SandboxIo): Promise<number> {
  try {
    await serveUntilStopped(optionsOf(argv, io.cwd), io)
    return 0
  } catch (error) {
    if (!(error instanceof Error)) throw error
    io.err(error.message)
    return 2
  }
}
