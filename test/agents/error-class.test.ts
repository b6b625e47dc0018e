import { describe, expect, test } from 'vitest'
import { classOfError, errorLinesOf } from '../../src/agents/adapters/error-class.ts'

describe('an error text proves', () => {
  test.each([
    ['unexpected status 401 Unauthorized: …', 'auth'],
    ['Error: 403', 'auth'],
    ['HTTP/1.1 401', 'auth'],
    ['Your API key is invalid', 'auth'],
    ['Please run /login', 'auth'],
    ['token has expired', 'auth'],
    ["You've hit your limit · resets 8:50pm", 'quota'],
    ['You exceeded your current quota, please check your plan', 'quota'],
    ['Request rejected (429) · You have reached your specified API usage limits', 'quota'],
    ['HTTP 402', 'quota'],
    ['HTTP 429', 'transient'],
    ['exceeded retry limit, last status: 429 Too Many Requests', 'transient'],
    ['API Error: 529 Overloaded', 'transient'],
    ['status=503', 'transient'],
    ['connect ECONNREFUSED 127.0.0.1:9', 'transient'],
    ['read ETIMEDOUT', 'transient'],
    ['TypeError: x is not a function', null],
    ['403 files were read, then it stopped', null],
    ['line 401 of a.ts cannot be parsed', null],
    ['exit code 1', null],
    ['', null],
  ])('%s → %s', (text, expected) => expect(classOfError(text)).toBe(expected))
})

describe('plain output is an error message', () => {
  test.each([
    'Error: overloaded',
    'API Error: 529 Overloaded',
    "⚠️ You've hit your limit",
    'Credit balance is too low',
    '401 Unauthorized',
    'Quota exceeded. Check your plan.',
    'Rate limit reached for gpt',
    'Not logged in · Please run /login',
    'fatal: Authentication failed',
    'Overloaded',
    'connection refused',
  ])('%s', line => {
    expect(errorLinesOf(`starting up\n${line}\n`)).toContain(line)
  })
})

describe('a short review is none', () => {
  test.each([
    'Error handling is missing where the API answers 429.',
    'Authentication is sound; 401 is answered.',
    'Overloaded functions are fine.',
    'Unauthorized access is possible in a.ts.',
    'Quota exceeded errors are not retried.',
    'Not logged in users can delete.',
    '401 lines changed, rate limit included.',
    'Connection reset is not handled.',
    'The usage limit is checked twice.',
    'You have reached the right design.',
    `Error: ${'x'.repeat(500)}`,
    'one\ntwo\nthree\nfour\nfive\nsix\nError: seven',
  ])('%s', text => expect(errorLinesOf(text)).toBeNull())
})
