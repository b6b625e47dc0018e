import { describe, expect, it } from 'vitest'
import { appendMarker } from '../../src/markers/encode.ts'
import { readMarker } from '../../src/markers/read.ts'
import { loginOf } from '../../src/snapshot/ids.ts'
import { authored, bot, context, ours, person, read, status, verdict } from './sample.ts'

const noKeys = { current: null, previous: null }
const body = appendMarker('Looks right.', verdict(), noKeys)
const byLogin = { viewerDidAuthor: false }

describe('whose marker counts', () => {
  it.each([
    ['the viewer', {}, {}],
    ['our App, known by login and type', byLogin, {}],
    [
      'our App with the suffix that REST adds',
      { ...byLogin, author: { kind: 'Bot' as const, login: 'Countersign-App[bot]' as never } },
      {},
    ],
    ['a trusted App', { ...byLogin, author: { kind: 'Bot' as const, login: loginOf('other') } }, { trusted: ['other[bot]'] }],
    ['a trusted person', { ...byLogin, author: person }, { trusted: ['Dev'] }],
  ])('counts: %s', (_, change, world) => {
    expect(read(body, change, world)).toEqual(ours(verdict()))
  })

  it.each([
    ['a stranger', { author: { kind: 'User' as const, login: loginOf('guest') } }, {}],
    ['a user who registered the name of our App', { author: { kind: 'User' as const, login: loginOf('countersign-app') } }, {}],
    ['a deleted account', { author: null }, {}],
    ['a deleted account that the viewer is said to be', { author: null, viewerDidAuthor: true }, {}],
    ['an empty login', { author: { kind: 'Bot' as const, login: loginOf('') } }, { viewer: { login: loginOf(''), isBot: true } }],
    [
      'a user with the name of a trusted App',
      { author: { kind: 'User' as const, login: loginOf('other') } },
      { trusted: ['other[bot]'] },
    ],
    [
      'an App with the name of a trusted person',
      { author: { kind: 'Bot' as const, login: loginOf('dev') } },
      { trusted: ['dev'] },
    ],
    [
      'an App with the name of the person whose token we use',
      {},
      { viewer: { login: loginOf('countersign-app'), isBot: false } },
    ],
  ])('does not count: %s', (_, change, world) => {
    expect(read(body, { ...byLogin, ...change }, world)).toEqual({ kind: 'foreign', why: 'author', ours: false, edited: false })
  })

  it.each([
    ['another repository', { repo: 901 }, 'other-repository'],
    ['another pull', { pull: 8 }, 'other-pull'],
  ])('does not count: one written for %s', (_, world, why) => {
    expect(read(body, {}, world)).toMatchObject({ kind: 'foreign', why, ours: true })
  })
})

describe('edited by another', () => {
  const app = { ...bot, kind: 'Bot' as const, login: loginOf('countersign-app') }
  const statusBody = appendMarker('Reviewing.', status(), noKeys)
  it.each([
    ['never edited', body, { editedAt: null, editor: person }, false],
    ['by the author', body, { editedAt: 2_000, editor: app }, false],
    ['by a person', body, { editedAt: 2_000, editor: person }, true],
    ['by a person with the App’s name', body, { editedAt: 2_000, editor: { kind: 'User' as const, login: app.login } }, true],
    ['by nobody GitHub names, a verdict', body, { editedAt: 2_000, editor: null }, true],
    ['by nobody GitHub names, a status comment', statusBody, { editedAt: 2_000, editor: null }, false],
    ['by nobody GitHub names, a person’s status comment', statusBody, { editedAt: 2_000, editor: null, author: person }, true],
    ['by a person, a status comment', statusBody, { editedAt: 2_000, editor: person }, true],
  ])('%s', (_, text, change, edited) => {
    expect(read(text, change)).toMatchObject({ kind: 'ours', edited })
  })

  it('tells a review of ours whose marker another took away', () => {
    const reading = readMarker(authored('Looks right.', { editedAt: 2_000, editor: person }), context())
    expect(reading).toEqual({ kind: 'none', ours: true, edited: true })
  })
})
