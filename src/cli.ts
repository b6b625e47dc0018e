#!/usr/bin/env node
import { commands } from './cli/commands.ts'
import { type Command, type Io, UsageError } from './cli/io.ts'
import { failureText } from './failure-text.ts'
import { nearest } from './mention/words.ts'

const PROGRAM = 'node dist/cli.js'

const help = (): string =>
  ['Usage:', ...Object.values(commands).map(command => `  ${PROGRAM} ${command.usage}\n      ${command.summary}`), ''].join('\n')

const isUsage = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))

const commandOf = (name: string): Command => {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command !== undefined) return command
  const near = nearest(name, Object.keys(commands))
  throw new UsageError(
    `command: found "${name}"; expected one of ${Object.keys(commands).join(', ')}${near === null ? '' : `; did you mean "${near}"?`}`,
  )
}

const run = async ([name = 'help', ...argv]: string[], io: Io): Promise<number> => {
  if (['help', '--help', '-h'].includes(name)) {
    io.out(help())
    return 0
  }
  const command = commandOf(name)
  if (argv.includes('--help') && name !== 'supervise') {
    io.out(`Usage: ${PROGRAM} ${command.usage}\n  ${command.summary}\n`)
    return 0
  }
  return command.run(argv, io)
}

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort('cancelled'))

try {
  process.exitCode = await run(process.argv.slice(2), {
    env: process.env,
    cwd: process.cwd(),
    out: text => process.stdout.write(text),
    err: line => process.stderr.write(`${line}\n`),
    stdin: process.stdin,
    stop: stop.signal,
  })
} catch (error) {
  process.stderr.write(`${isUsage(error) ? error.message : failureText(error)}\n`)
  process.exitCode = isUsage(error) ? 2 : 1
}
