import { demo } from './demo.ts'
import { demoAgent } from './demo-agent.ts'
import { explain } from './explain.ts'
import type { Command } from './io.ts'
import { localReview } from './local-review.ts'
import { sandbox } from './sandbox.ts'
import { supervise } from './supervise.ts'

export const commands: Record<string, Command> = {
  demo,
  sandbox,
  review: localReview,
  explain,
  supervise,
  'demo-agent': demoAgent,
}
