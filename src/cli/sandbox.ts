import { runSandbox } from '../simulator/sandbox.ts'
import type { Command } from './io.ts'

export const sandbox: Command = {
  summary: 'serve a GitHub of your own on this machine, to try the action, a policy or an agent offline',
  usage: 'sandbox [--port N] [--world FILE] [--dump FILE]',
  run: runSandbox,
}
