import { cleanup } from './cleanup.ts'
import { demo } from './demo.ts'
import { demoAgent } from './demo-agent.ts'
import { doctor } from './doctor.ts'
import { explain } from './explain.ts'
import { init } from './init.ts'
import type { Command } from './io.ts'
import { list } from './list.ts'
import { localReview } from './local-review.ts'
import { request } from './request.ts'
import { rerun } from './rerun.ts'
import { sandbox } from './sandbox.ts'
import { selfReview } from './self-review.ts'
import { supervise } from './supervise.ts'

export const commands: Record<string, Command> = {
  demo,
  sandbox,
  review: localReview,
  explain,
  request,
  'self-review': selfReview,
  list,
  rerun,
  init,
  doctor,
  cleanup,
  supervise,
  'demo-agent': demoAgent,
}
