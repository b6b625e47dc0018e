import type { Notice } from '../comments/notice.ts'
import { signedPost } from './signed.ts'
import { slackMessage } from './slack.ts'

/** Where people want to be told; `warn` gets one line for each that could not be reached. */
export type Sinks = {
  slackWebhook: string | null
  webhook: string | null
  webhookSecret: string | null
  stop: AbortSignal
  /** How long one of them may take. */
  timeoutMs: number
  warn: (line: string) => void
}

const HURRIED_MS = 1_000
const MOST_BYTES = 2_048

/** The beginning of an answer, however long it would go on. */
const beginningOf = async (response: Response): Promise<string> => {
  if (response.body === null) return ''
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes >= MOST_BYTES) break
  }
  return Buffer.concat(chunks).subarray(0, MOST_BYTES).toString('utf8')
}

/** One POST, sent once: never longer than its time, never to where an answer would lead it. */
const postOnce =
  ({ stop, timeoutMs }: Sinks): typeof fetch =>
  async (url, init) => {
    const signal = AbortSignal.timeout(stop.aborted ? Math.min(HURRIED_MS, timeoutMs) : timeoutMs)
    const response = await fetch(url, { ...init, redirect: 'manual', signal })
    const { status } = response
    return new Response([204, 205, 304].includes(status) ? null : await beginningOf(response), { status })
  }

/** The system's code where there is one: the words of its error, like those of an answer, may quote the address, which is a secret. */
const whyNot = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return String(cause)
  return 'code' in cause && /^[A-Z_]+$/.test(String(cause.code)) ? String(cause.code) : cause.message
}

type Sink = { name: string; send: (notice: Notice) => Promise<void> }

const slackSink = (url: string, sinks: Sinks): Sink => ({
  name: 'slack-webhook',
  send: async notice => {
    // Loaded by those who use it only.
    const { IncomingWebhook } = await import('@slack/webhook')
    await new IncomingWebhook(url, { fetch: postOnce(sinks) }).send(slackMessage(notice))
  },
})

const jsonSink = (url: string, secret: string, sinks: Sinks): Sink => ({
  name: 'webhook',
  send: async notice => {
    const response = await postOnce(sinks)(url, { method: 'POST', ...signedPost(notice, secret) })
    if (!response.ok) throw new Error(`it answered ${response.status}`)
  },
})

/** Tells all of them at once. One that fails is one warning: nothing waits for it, nothing is undone. */
export const notifierOf = (sinks: Sinks): ((notice: Notice) => Promise<void>) | null => {
  const { slackWebhook, webhook, webhookSecret, warn } = sinks
  const all = [
    ...(slackWebhook === null ? [] : [slackSink(slackWebhook, sinks)]),
    ...(webhook === null || webhookSecret === null ? [] : [jsonSink(webhook, webhookSecret, sinks)]),
  ]
  if (all.length === 0) return null
  return async notice => {
    for (const { name, result } of await Promise.all(
      all.map(async ({ name, send }) => ({ name, result: await send(notice).then(() => null, whyNot) })),
    ))
      warn(
        result === null
          ? `notice  ${notice.kind} told to ${name}`
          : `warn  the notice "${notice.kind}" did not reach ${name}: ${result}`,
      )
  }
}
