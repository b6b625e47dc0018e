import { createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { Notice } from '../../src/comments/notice.ts'
import { notifierOf, type Sinks } from '../../src/notices/notify.ts'
import { receiver } from './receiver.ts'

const secret = 'a-secret-of-the-receiver'

const notice = (change: Partial<Notice> = {}): Notice => ({
  kind: 'exhausted',
  key: 'exhausted aaa main first',
  at: '2026-03-01T08:00:00Z',
  repository: { id: 900, name: 'octo/hello' },
  pull: {
    number: 7,
    title: 'Mean <!channel> of *a* list',
    url: 'https://github.com/octo/hello/pull/7',
    head: 'a'.repeat(40) as never,
  },
  headline: 'octo/hello#7: needs a human',
  lines: ['Changes were requested on 3 heads in a row; the limit is 3.'],
  mustFix: [{ id: 'f1', severity: 'high', where: 'src/mean.js:2', title: 'Division by zero' }],
  links: { pull: 'https://github.com/octo/hello/pull/7', review: null, run: null },
  ...change,
})

const told = async (sinks: Partial<Sinks>, what = notice()): Promise<string[]> => {
  const lines: string[] = []
  const notify = notifierOf({
    slackWebhook: null,
    webhook: null,
    webhookSecret: null,
    stop: new AbortController().signal,
    timeoutMs: 2_000,
    warn: line => lines.push(line),
    ...sinks,
  })
  await notify?.(what)
  return lines
}

describe('a notice', () => {
  it('is sent nowhere when nothing is set', () => {
    expect(
      notifierOf({
        slackWebhook: null,
        webhook: null,
        webhookSecret: null,
        stop: new AbortController().signal,
        timeoutMs: 1,
        warn: () => {},
      }),
    ).toBeNull()
  })

  it('goes to Slack as blocks in which others’ words call nobody', async () => {
    const { url, got } = await receiver()
    expect(await told({ slackWebhook: url })).toEqual(['notice  exhausted told to slack-webhook'])
    const { text, blocks } = JSON.parse(got[0]?.body ?? '')
    expect(text).toBe('octo/hello#7: needs a human')
    expect(blocks[0]).toEqual({ type: 'header', text: { type: 'plain_text', text, emoji: false } })
    expect(blocks[1].text).toEqual({ type: 'plain_text', text: 'Mean <!channel> of *a* list', emoji: false })
    expect(blocks.at(-2).text.text).toBe('• high src/mean.js:2: Division by zero')
    expect(blocks.at(-1).elements[0].text).toBe('<https://github.com/octo/hello/pull/7|Pull request>')
  })

  it('goes to a webhook as JSON, signed over its exact bytes, with one id however often it is made', async () => {
    const { url, got } = await receiver()
    await told({ webhook: url, webhookSecret: secret })
    await told({ webhook: url, webhookSecret: secret }, notice({ at: '2026-03-01T09:00:00Z' }))
    const [first, second] = got
    expect(first?.headers['x-countersign-signature-256']).toBe(
      `sha256=${createHmac('sha256', secret)
        .update(first?.body ?? '')
        .digest('hex')}`,
    )
    expect(JSON.parse(first?.body ?? '')).toMatchObject({
      kind: 'exhausted',
      pull: { number: 7 },
      event: first?.headers['x-countersign-event'],
    })
    expect(second?.headers['x-countersign-event']).toBe(first?.headers['x-countersign-event'])
  })
})

const hangs = (): void => {}
const redirects = (response: ServerResponse): unknown => response.writeHead(307, { location: '/elsewhere' }).end()
const endless = (response: ServerResponse): void => {
  response.writeHead(200)
  const timer = setInterval(() => response.write('x'.repeat(100_000)), 1)
  response.on('close', () => clearInterval(timer))
}

describe.each(['slack-webhook', 'webhook'] as const)('a %s that', name => {
  const tellTo = (url: string) =>
    told(name === 'webhook' ? { webhook: url, webhookSecret: secret, timeoutMs: 300 } : { slackWebhook: url, timeoutMs: 300 })

  it.each([
    ['refuses', (response: ServerResponse) => response.writeHead(404).end('no_service'), /404/],
    ['quotes its address', (response: ServerResponse) => response.writeHead(404).end('Cannot POST /T000/secret-path'), /404/],
    ['is rate limited', (response: ServerResponse) => response.writeHead(429, { 'retry-after': '60' }).end('slow down'), /429/],
    ['fails', (response: ServerResponse) => response.writeHead(500).end('oops'), /500/],
    ['redirects', redirects, /307/],
    ['breaks the connection', (response: ServerResponse) => response.destroy(), /./],
    ['never answers', hangs, /timeout/i],
  ])('%s is asked once, and is one warning', async (_, answer, why) => {
    const { url, got } = await receiver(answer)
    const lines = await tellTo(url)
    expect(lines).toEqual([expect.stringMatching(/^warn {2}the notice "exhausted" did not reach /)])
    expect(lines[0]).toMatch(why)
    expect(got.map(one => one.path)).toEqual(['/T000/secret-path'])
    expect(lines.join()).not.toContain('secret-path')
  })

  it('never stops answering is read no further than it must be', async () => {
    const { url } = await receiver(endless)
    expect(await tellTo(url)).toEqual([`notice  exhausted told to ${name}`])
  })

  it('is not there is one warning', async () => {
    expect(await tellTo('http://127.0.0.1:9/')).toEqual([expect.stringMatching(/^warn {2}/)])
  })
})
