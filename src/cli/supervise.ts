import { runSupervise, superviseUsage } from '../agents/supervise-command.ts'
import type { Command } from './io.ts'

export const supervise: Command = {
  summary: 'run any command under the supervision that agents get: deadline, retries, whole process tree ended',
  usage: superviseUsage,
  run: runSupervise,
}
