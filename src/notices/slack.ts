import type { IncomingWebhookSendArguments } from '@slack/webhook'
import type { Notice } from '../comments/notice.ts'

type Block = NonNullable<IncomingWebhookSendArguments['blocks']>[number]

/** Others' words stand in plain text, where no mention and no link of theirs works. */
const plain = (text: string): Block => ({ type: 'section', text: { type: 'plain_text', text, emoji: false } })

const linked = ({ links }: Notice): Block => {
  const all = [
    ['Pull request', links.pull],
    ['Review', links.review],
    ['Job log', links.run],
  ] as const
  const text = all.flatMap(([name, url]) => (url === null ? [] : [`<${url}|${name}>`])).join(' · ')
  return { type: 'context', elements: [{ type: 'mrkdwn', text }] }
}

/** A notice as Block Kit; `text` is what a phone shows before it is opened. */
export const slackMessage = (notice: Notice): IncomingWebhookSendArguments => ({
  text: notice.headline,
  blocks: [
    { type: 'header', text: { type: 'plain_text', text: notice.headline.slice(0, 150), emoji: false } },
    plain(notice.pull.title || '(no title)'),
    ...notice.lines.map(plain),
    ...(notice.mustFix.length === 0
      ? []
      : [
          plain(
            notice.mustFix.map(one => `• ${one.severity}${one.where === null ? '' : ` ${one.where}`}: ${one.title}`).join('\n'),
          ),
        ]),
    linked(notice),
  ],
})
