import { text } from 'node:stream/consumers'
import { readBrief } from '../demo/brief-reader.ts'
import { scriptedFix, scriptedReport } from '../demo/scripted-agent.ts'
import type { Command } from './io.ts'

export const demoAgent: Command = {
  summary: 'the agent that the demo uses: no model, only a list of the faults the demo planted; brief on stdin, report on stdout',
  usage: 'demo-agent',
  run: async (_, io) => {
    const brief = await text(io.stdin)
    io.out(
      brief.startsWith('You mend') ? await scriptedFix(io.cwd) : JSON.stringify(await scriptedReport(io.cwd, readBrief(brief))),
    )
    return 0
  },
}
