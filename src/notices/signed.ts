import { createHash, createHmac } from 'node:crypto'
import type { Notice } from '../comments/notice.ts'

export type SignedPost = { body: string; headers: Record<string, string> }

/** The same notice has the same id wherever and whenever it is made: whoever gets it twice can tell. */
const eventIdOf = ({ repository, pull, key }: Notice): string =>
  createHash('sha256')
    .update(JSON.stringify([repository.id, pull.number, key]))
    .digest('hex')
    .slice(0, 32)

/** A notice as JSON, with the HMAC-SHA-256 of its exact bytes. */
export const signedPost = (notice: Notice, secret: string): SignedPost => {
  const event = eventIdOf(notice)
  const { key: _, ...told } = notice
  const body = JSON.stringify({ event, version: 1, ...told })
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'countersign',
      'x-countersign-event': event,
      'x-countersign-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    },
  }
}
