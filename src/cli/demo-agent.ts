import { text } from 'node:stream/consumers'
import { readBrief } from '../demo/brief-reader.ts'
import { scriptedReport } from '../demo/scripted-agent.ts'
import type { Command } from './io.ts'

export const demoAgent: Command = {
  summary: 'the agent that the demo uses: no model, only a list of the faults the demo planted; brief on stdin, report on stdout',
  usage: 'demo-agent',
  run: async (_, io) => {
    io.out(JSON.stringify(await scriptedReport(io.cwd, readBrief(await text(io.stdin)))))
    return 0
  },
}
