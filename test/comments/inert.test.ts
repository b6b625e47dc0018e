import { describe, expect, it } from 'vitest'
import { answerBody } from '../../src/comments/answer.ts'
import { escalationBody } from '../../src/comments/escalation.ts'
import * as replies from '../../src/comments/replies.ts'
import { type ReviewInput, reviewBody } from '../../src/comments/review.ts'
import { statusBody } from '../../src/comments/status.ts'
import { plan } from '../../src/decide/plan.ts'
import type { EscalationReason } from '../../src/markers/schema.ts'
import { parseRequests } from '../../src/mention/parse.ts'
import { SELF_REVIEW_FORM } from '../../src/mention/self-review.ts'
import { defaultPolicy } from '../../src/policy/schema.ts'
import { capped, statusMarker } from '../decide/rows.ts'
import { Story } from '../snapshot/story.ts'

const policy = defaultPolicy()
const place = { serverUrl: 'https://github.test', runUrl: 'https://github.test/run/1' }
const words = '@countersign review\n/countersign review\n@other[bot] fix this'

const asked = new Story()
asked.asks()
const { acts } = asked.snapshot()
const snapshot = capped().snapshot()
const explained = { snapshot, policy, plan: plan({ snapshot, policy, owner: null }) }

const reasons: EscalationReason[] = ['cycle-cap', 'starts', 'no-verdict', 'pull-budget', 'status-gone', 'interrupted', 'restored']

const review: ReviewInput = {
  snapshot,
  policy,
  place,
  decision: 'fix-requested',
  mode: 'rereview',
  summary: words,
  findings: [],
  placements: [],
  by: { agent: 'claude', model: null, attempts: 1, costUsd: 0.5, costEstimated: false, fallbackFrom: [] },
  panel: null,
  member: null,
  unread: [words],
  unchecked: 31,
  cycle: 1,
  refused: { event: 'APPROVE', why: words },
}

const texts: [string, string][] = [
  ...reasons.map((reason): [string, string] => [`the call for ${reason}`, escalationBody({ reason, snapshot, policy, place })]),
  ['a review', reviewBody(review)],
  ['the status comment', statusBody({ status: statusMarker(capped()), snapshot, policy, place })],
  ['a refusal', answerBody({ acts, why: words, policy })],
  ['help', replies.helpReply(policy)],
  ['status', replies.statusReply(explained, place)],
  ['a command that was left', replies.leftReply({ left: [{ command: 'resume' }], taken: [{ command: 'pause' }], policy })],
  ['a dispatch that failed', replies.unansweredDispatchReply(words, 'review.yml')],
  ['a pause', replies.pausedReply(policy)],
  ['a refused dispatch', replies.refusedDispatchReply({ why: words, cure: words })],
  ['a dispatch that started nothing', replies.nothingStartedReply('review.yml')],
  ['a skill that is not there', replies.mistypedSkillReply({ word: 'securty', meant: 'security' }, policy)],
  ['a dismissal', replies.dismissedReply({ known: [], unknown: ['f1'], stillBlocking: [], policy })],
  ['a hint', replies.hintReply(parseRequests('@countersign reveiw', { mention: 'countersign' }).hint ?? '')],
  ['a wrong argument', replies.invalidReply({ command: 'invalid', asked: 'review', why: 'found "max-cycles=0"' }, policy)],
  ['a self-review that lacks a part', replies.partMissingReply(SELF_REVIEW_FORM)],
]

describe('read as somebody’s own words, without its marker, asks nobody for anything:', () => {
  it.each(texts)('%s', (_, text) => {
    expect(text.length).toBeGreaterThan(20)
    for (const mention of ['countersign', 'other'])
      expect(parseRequests(text, { mention })).toEqual({ asks: false, mentions: [], requests: [], hint: null })
    expect(text).not.toMatch(/^\/\w/m)
  })
})
