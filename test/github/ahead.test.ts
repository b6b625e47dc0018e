import { expect, test } from 'vitest'
import { askAhead } from '../../src/github/ahead.ts'
import type { Answer, Api, Query } from '../../src/github/api.ts'

const observe: Query = { text: 'query Observe', variables: { number: 7, page: 50 }, kind: 'read' }

/** An api that answers with the number of the request. */
const counting = (fails = false): Api & { sent: string[] } => {
  const sent: string[] = []
  const graphql = async (operation: string): Promise<Answer> => {
    sent.push(operation)
    if (fails) throw new Error('refused')
    return { status: 200, data: sent.length, headers: {} }
  }
  const none = () => Promise.reject(new Error('not asked for'))
  return {
    graphql,
    read: none,
    write: none,
    writeFreely: none,
    ready: none,
    serverTime: () => 0,
    requests: () => sent.length,
    sent,
  }
}

test('the read that was sent ahead is sent once, and answers once', async () => {
  const api = counting()
  const { api: ahead, out } = askAhead(api, 'Observe', observe)
  await out
  expect((await ahead.graphql('Observe', structuredClone(observe))).data).toBe(1)
  expect((await ahead.graphql('Observe', observe)).data).toBe(2)
})

test.each([
  ['another operation', 'Other', observe],
  ['other variables', 'Observe', { ...observe, variables: { number: 8, page: 50 } }],
])('%s gets its own answer, and the old one is never used', async (_, operation, query) => {
  const api = counting()
  const { api: ahead } = askAhead(api, 'Observe', observe)
  expect((await ahead.graphql(operation, query)).data).toBe(2)
  expect((await ahead.graphql('Observe', observe)).data).toBe(3)
})

test('a failure is told to whoever asks, and to nobody before', async () => {
  const { api: ahead, out } = askAhead(counting(true), 'Observe', observe)
  await out
  await expect(ahead.graphql('Observe', observe)).rejects.toThrow('refused')
})
