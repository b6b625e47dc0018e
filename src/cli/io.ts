/** What a command of the CLI has of the world. */
export type Io = {
  env: Record<string, string | undefined>
  cwd: string
  /** Writes to standard output, as it is. */
  out: (text: string) => void
  /** Writes one line to standard error. */
  err: (line: string) => void
  stdin: NodeJS.ReadableStream
  /** Aborted on SIGINT and SIGTERM. */
  stop: AbortSignal
}

export type Command = {
  /** One line for the list of commands. */
  summary: string
  usage: string
  /** Returns the exit code: 0 done, 1 the answer is no or the run failed, 2 wrong use. */
  run: (argv: string[], io: Io) => Promise<number>
}

/** Wrong use of the command line: exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}
