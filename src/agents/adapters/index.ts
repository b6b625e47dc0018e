import type { AgentSpec } from '../types.ts'
import type { Adapter } from './adapter.ts'
import { claudeAdapter } from './claude.ts'
import { codexAdapter } from './codex.ts'
import { commandAdapter } from './command.ts'
import { geminiAdapter } from './gemini.ts'

export const adapters: Record<AgentSpec['kind'], Adapter> = {
  claude: claudeAdapter,
  codex: codexAdapter,
  gemini: geminiAdapter,
  command: commandAdapter,
}
