import { expect, it } from 'vitest'
import { helpReply, leftReply, statusReply } from '../../src/comments/replies.ts'
import { plan } from '../../src/decide/plan.ts'
import { defaultPolicy } from '../../src/policy/schema.ts'
import { Story } from '../snapshot/story.ts'

const policy = defaultPolicy()
const place = { serverUrl: 'https://github.test', runUrl: null }

const statusOf = (tell: (story: Story) => unknown): string => {
  const story = new Story()
  tell(story)
  const snapshot = story.snapshot()
  return statusReply({ snapshot, policy, plan: plan({ snapshot, policy, owner: null }) }, place).split('\n')[0] ?? ''
}

it('the status names who asked, with a link, and no id of ours', () => {
  const said = statusOf(story => {
    story.asks('dev')
    story.says('lead', '@countersign resume')
  })
  expect(said).toMatch(
    /a run would \*\*review\*\*: it serves \[the request\]\(https:\/\/github\.test\/.+#issuecomment-\d+\) of `dev` and \[the request\]\(.+\) of `lead`\.$/,
  )
})

it('the status says why nothing would be done', () => {
  expect(statusOf(story => story.labels('dev'))).toMatch(/a run would \*\*wait\*\*: paused: /)
})

it('a command that was left hears which one was taken, and what to do', () => {
  expect(leftReply({ left: [{ command: 'resume' }], taken: [{ command: 'help' }, { command: 'pause' }], policy })).toBe(
    'Not done: `resume`. It stands beside `pause`, which the comment asks for first. Write `@countersign resume` in a comment of its own.',
  )
})

it('a review beside a fix hears that the fix is reviewed', () => {
  expect(
    leftReply({ left: [{ command: 'review', skills: [], maxCycles: null }], taken: [{ command: 'fix', findings: [] }], policy }),
  ).toMatch(/What the fix pushes is reviewed/)
})

it('help lists every command', () => expect(helpReply(policy).match(/^- /gm)).toHaveLength(8))
