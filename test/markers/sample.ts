import { type MarkerContext, type MarkerReading, readMarker } from '../../src/markers/read.ts'
import type { Marker, StatusMarker, VerdictMarker } from '../../src/markers/schema.ts'
import type { Actor, Authored } from '../../src/snapshot/facts.ts'
import { loginOf, type Sha } from '../../src/snapshot/ids.ts'

export const A = 'a'.repeat(40) as Sha
export const B = 'b'.repeat(40) as Sha

export const bot: Actor = { kind: 'Bot', login: loginOf('countersign-app') }
export const person: Actor = { kind: 'User', login: loginOf('dev') }

/** The world of one read: our App on pull 7 of repository 900, no key. */
export const context = (change: Partial<MarkerContext> = {}): MarkerContext => ({
  viewer: { login: loginOf('countersign-app[bot]'), isBot: true },
  repo: 900,
  pull: 7,
  keys: { current: null, previous: null },
  unsignedBefore: null,
  trusted: [],
  legacy: false,
  ...change,
})

/** A comment of our App, as GitHub tells it. */
export const authored = (body: string, change: Partial<Authored> = {}): Authored => ({
  id: 1,
  nodeId: 'IC_1',
  createdAt: 1_000,
  editedAt: null,
  author: bot,
  editor: null,
  viewerDidAuthor: true,
  body,
  reacted: [],
  ...change,
})

export const verdict = (change: Partial<VerdictMarker> = {}): VerdictMarker => ({
  kind: 'verdict',
  repo: 900,
  pull: 7,
  reviewer: 'countersign',
  head: A,
  base: 'main',
  occasion: 'first',
  decision: 'approved',
  mode: 'initial',
  role: 'single',
  findings: [],
  acts: [],
  patch: null,
  agent: 'claude',
  attempts: 1,
  costUsd: 0.25,
  costEstimated: false,
  inputTokens: 1200,
  outputTokens: 80,
  run: { id: '77', attempt: 1 },
  nonce: 'n1',
  carriedFrom: null,
  ...change,
})

const unused = { life: 0, sinceEngagement: 0, noVerdict: 0, engagement: 0, perDay: {} }

export const status = (change: Partial<StatusMarker> = {}): StatusMarker => ({
  kind: 'status',
  repo: 900,
  pull: 7,
  reviewer: 'countersign',
  claim: null,
  starts: unused,
  spend: unused,
  startsPerAct: {},
  errors: [],
  history: [],
  notices: [],
  ...change,
})

export const read = (body: string, change: Partial<Authored> = {}, world: Partial<MarkerContext> = {}): MarkerReading =>
  readMarker(authored(body, change), context(world))

/** The marker as the reader is expected to give it back. */
export const ours = (marker: Marker, change: { edited?: boolean; legacy?: boolean; at?: number | null } = {}) => ({
  kind: 'ours',
  marker,
  edited: false,
  legacy: false,
  at: null,
  ...change,
})
