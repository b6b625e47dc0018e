import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BoundedOutput, type KeptOutput, textOf } from '../../src/agents/process/bounded-output.ts'

function keep(chunks: Buffer[], headBytes: number, tailBytes: number): KeptOutput {
  const output = new BoundedOutput({ headBytes, tailBytes })
  for (const chunk of chunks) output.add(chunk)
  return output.kept()
}

const cut = (bytes: Buffer, sizes: number[]): Buffer[] => {
  const chunks: Buffer[] = []
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    chunks.push(bytes.subarray(at, at + size))
    at += size
  }
  return chunks
}

const texts = fc.string({ unit: 'grapheme', maxLength: 200 })
const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })

test('a text that fits is kept whole, wherever its characters are cut', () => {
  fc.assert(
    fc.property(texts, sizes, (text, pieces) => {
      expect(textOf(keep(cut(Buffer.from(text), pieces), 7, 5_000))).toBe(text.toWellFormed())
    }),
  )
})

test('of a longer text the first and the last bytes are kept, and never half a character', () => {
  fc.assert(
    fc.property(texts, sizes, fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 20 }), (text, pieces, head, tail) => {
      const whole = text.toWellFormed()
      const kept = keep(cut(Buffer.from(whole), pieces), head, tail)
      expect(kept.bytes).toBe(Buffer.byteLength(whole))
      const fits = kept.leftOutBytes === 0
      expect(fits ? kept.head === whole : whole.startsWith(kept.head) && whole.endsWith(kept.tail)).toBe(true)
      expect(fits || (Buffer.byteLength(kept.head) > head - 4 && Buffer.byteLength(kept.tail) > tail - 4)).toBe(true)
    }),
  )
})

test('what was left out is said', () => {
  expect(textOf(keep([Buffer.from('abcdefghij')], 2, 3))).toBe('ab\n[5 bytes left out]\nhij')
})
