import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { notInForce } from '../../src/policy/not-in-force.ts'
import { policySchema } from '../../src/policy/schema.ts'

const root = fileURLToPath(new URL('../../src/', import.meta.url))
const declares = /^policy\/(?:keys-.*|schema|leaves|not-in-force)\.ts$|^simulator\//

const texts = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.ts') && !declares.test(path))
  .map(path => readFileSync(root + path, 'utf8'))

const isRead = (key: string): boolean => {
  const used = new RegExp(
    `policy(?:\\.${key}\\b|\\['${key}'\\])|\\{[^{}]*(?<![\\w'-])'?${key}'?\\b[^{}]*\\} = (?:[\\w.]*\\.)?policy\\b`,
    'i',
  )
  return texts.some(text => used.test(text))
}

/** A setting that nothing reads looks real and does nothing: it must be told as such until it does something. */
it('every key of the policy is read by some code, or is told not to be in force', () => {
  const unread = Object.keys(policySchema.shape).filter(key => !isRead(key))
  expect(unread.filter(key => !(notInForce as readonly string[]).includes(key))).toEqual([])
})

it('no key is told not to be in force although code reads it: take it out of src/policy/not-in-force.ts', () => {
  expect(notInForce.filter(isRead)).toEqual([])
})
