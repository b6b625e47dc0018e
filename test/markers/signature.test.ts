import { describe, expect, it } from 'vitest'
import { encodeMarker } from '../../src/markers/encode.ts'
import { person, read, verdict } from './sample.ts'

const keys = { current: 'new-key', previous: 'old-key' }
const unsigned = encodeMarker(verdict(), { current: null, previous: null })
const signed = encodeMarker(verdict(), { current: 'new-key', previous: null })
const signedBefore = encodeMarker(verdict(), { current: 'old-key', previous: null })

describe('signatures', () => {
  it.each([
    ['the current key', signed],
    ['the previous key', signedBefore],
  ])('counts what %s signed', (_, body) => {
    expect(read(body, {}, { keys })).toMatchObject({ kind: 'ours', edited: false })
  })

  it.each([
    ['an unsigned marker', unsigned, 'unsigned'],
    ['another key’s', encodeMarker(verdict(), { current: 'stolen', previous: null }), 'bad-signature'],
    ['a changed decision', signed.replace('approved', 'fix-requested'), 'bad-signature'],
    ['an upper-case signature', signed.replace(/"sig":"(\w+)"/, (_, sig) => `"sig":"${sig.toUpperCase()}"`), 'bad-signature'],
    ['a second spelling of the same payload', signed.replace('"kind"', '"k\\u0069nd"'), 'bad-signature'],
    ['a payload with a repeated key', signed.replace('"decision"', '"decision":"approved","decision"'), 'bad-signature'],
    ['a signature that is no text', unsigned.replace('{', '{"sig":7,'), 'bad-signature'],
  ])('does not count %s', (_, body, why) => {
    expect(read(body, {}, { keys })).toMatchObject({ kind: 'foreign', why, ours: true })
  })

  it('stops at a signed marker when there is no key to check it with', () => {
    expect(read(signed)).toEqual({ kind: 'needs-key' })
  })

  it('counts unsigned markers from before signing began, unless they were edited since', () => {
    const world = { keys, unsignedBefore: 1_500 }
    expect(read(unsigned, {}, world)).toMatchObject({ kind: 'ours' })
    expect(read(unsigned, { editedAt: 1_600 }, world)).toMatchObject({ kind: 'foreign', why: 'unsigned' })
    expect(read(unsigned, { createdAt: 1_500 }, world)).toMatchObject({ kind: 'foreign', why: 'unsigned' })
  })

  it('counts no wrong signature, however old', () => {
    expect(read(signed.replace('approved', 'fix-requested'), {}, { keys, unsignedBefore: 1_500 })).toMatchObject({
      why: 'bad-signature',
    })
  })

  it('tells that a marker with a broken signature was edited by another', () => {
    const change = { editedAt: 2_000, editor: person }
    expect(read(signed.replace('fix', 'fox').replace('approved', 'x'), change, { keys })).toMatchObject({
      kind: 'foreign',
      edited: true,
    })
  })

  it('treats an empty key as no key', () => {
    expect(encodeMarker(verdict(), { current: '', previous: null })).toBe(unsigned)
    expect(read(unsigned, {}, { keys: { current: '', previous: '' } })).toMatchObject({ kind: 'ours' })
  })

  it('knows no marker as ours after any byte of it was flipped', () => {
    const bytes = Buffer.from(signed)
    const believed: string[] = []
    for (let at = 0; at < bytes.length; at++)
      for (let bit = 0; bit < 8; bit++) {
        const flipped = Buffer.from(bytes)
        flipped.writeUInt8(flipped.readUInt8(at) ^ (1 << bit), at)
        const text = flipped.toString('latin1')
        if (read(text, {}, { keys }).kind === 'ours') believed.push(text)
      }
    expect(believed).toEqual([])
  })
})
