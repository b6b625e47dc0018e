import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scrubSecrets } from '../../src/text/secrets.ts'

const secret = 'nvkey+EXAMPLE/0123456789?abc"def'
const scrubbed = (text: string): string => scrubSecrets(text, [secret])
const base64 = (text: string): string => Buffer.from(text).toString('base64')

describe('a known secret is masked', () => {
  it.each([
    ['as it is', secret],
    ['in base64', base64(secret)],
    ['in base64 behind one byte', base64(`x${secret}`)],
    ['in base64 between others', base64(`user:${secret}:more`)],
    ['in base64 for addresses', Buffer.from(secret).toString('base64url')],
    ['URL-encoded', encodeURIComponent(secret)],
    ['URL-encoded in lower case', encodeURIComponent(secret).toLowerCase().replace('nvkey', 'nvkey')],
    ['in hex', Buffer.from(secret).toString('hex')],
    ['in upper-case hex', Buffer.from(secret).toString('hex').toUpperCase()],
    ['in JSON', JSON.stringify({ key: secret })],
    ['split by a line break', `${secret.slice(0, 9)}\n${secret.slice(9)}`],
    ['split by blanks everywhere', [...secret].join(' ')],
    ['split by invisible characters', [...secret].join('\u200b')],
    ['in base64 with line breaks', base64(`${secret}${secret}`).replace(/.{10}/g, '$&\n')],
  ])('%s', (_, form) => {
    const text = scrubbed(`the log shows ${form} here`)
    expect(text).toContain('***')
    const compact = text.replace(/[\s\u200b]/g, '')
    for (const trace of ['EXAMPLE', '0123456789', 'RVhBTVBM', 'FWEFNUE', 'hFWEFNUEx', Buffer.from('EXAMPLE').toString('hex')])
      expect(compact.toLowerCase()).not.toContain(trace.toLowerCase())
  })

  it('and nothing round it', () => {
    expect(scrubbed(`before ${secret} after ${secret}.`)).toBe('before *** after ***.')
    expect(scrubbed('nothing of the kind')).toBe('nothing of the kind')
  })

  it('of several lines: whole, and line by line', () => {
    const key = '-----BEGIN KEY-----\nMIIEvAIBADANBg\nkqhkiG9w0BAQEF\n-----END KEY-----\n'
    expect(scrubSecrets(`${key}`, [key])).toBe('***\n')
    expect(scrubSecrets('only kqhkiG9w0BAQEF leaked', [key])).toBe('only *** leaked')
    expect(scrubSecrets(JSON.stringify(key), [key])).toBe('"***"')
  })

  it('but not when it is too short to be told from words', () => {
    expect(scrubSecrets('a cat and a dog', ['cat', '', ' '])).toBe('a cat and a dog')
  })

  it('wherever it stands, in any text', () => {
    const word = fc.constantFrom('x', ' ', '\n', 'abc', '😀', '***', '%', '\\')
    fc.assert(
      fc.property(fc.array(word), fc.array(word), fc.nat(secret.length), (before, after, at) => {
        const text = scrubbed(`${before.join('')}${secret.slice(0, at)}\n ${secret.slice(at)}${after.join('')}`)
        expect(text.replace(/\s/g, '')).not.toContain(secret)
        expect(text.startsWith(before.join(''))).toBe(true)
      }),
    )
  })

  it('in a text of a million characters', () => {
    expect(scrubbed(`${'n '.repeat(500_000)}${secret}`).endsWith('***')).toBe(true)
  })
})
