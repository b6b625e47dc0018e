import { type Marker, markerSchema } from '../../src/markers/schema.ts'
import { CLOSING, OPENING, VERSION } from '../../src/markers/text.ts'
import { gitText } from '../../src/simulator/git/run.ts'
import type { Pull, Text } from '../../src/simulator/world/types.ts'
import type { CrashWorld } from './world.ts'

const lastLineOf = (body: string): string => body.split('\n').at(-1) ?? ''
const withoutLastLine = (body: string): string => body.split('\n').slice(0, -1).join('\n')

const markerOf = ({ body }: Text): Marker | null => {
  const line = lastLineOf(body)
  return line.startsWith(OPENING)
    ? markerSchema.parse(JSON.parse(line.slice(`${OPENING}${VERSION} `.length, -CLOSING.length)))
    : null
}

/** What a comment in place of one that was never written says of the cause. */
const CAUSES: [words: RegExp, reason: string][] = [[/An agent tried (?:once|twice) to mend/, 'fix-failed']]

const causeOf = (body: string): string | undefined => CAUSES.find(([words]) => words.test(body))?.[1]

/** What counts of a marker in the end: not who wrote it, when, in how many tries or at what cost. */
const told = (marker: Marker, body: string): object => {
  const { kind } = marker
  switch (kind) {
    case 'verdict': {
      const { reviewer, head, base, occasion, decision, mode, acts, findings, patch } = marker
      return { kind, reviewer, head, base, occasion, decision, mode, acts, findings, patch }
    }
    case 'status': {
      const { claim, errors, notices } = marker
      const ending = claim?.ending?.kind ?? null
      return {
        kind,
        head: claim?.head,
        acts: claim?.acts,
        flagged: claim?.flagged,
        ending,
        errors,
        notices: notices.map(key => key.replace(/\?$/, '')).toSorted(),
      }
    }
    case 'escalation':
      return { kind, head: marker.head, reason: marker.reason === 'restored' ? causeOf(body) : marker.reason }
    case 'answer':
      return { kind, acts: marker.acts, outcome: marker.outcome }
    case 'fix-tasks': {
      const tasks = marker.tasks.map(({ verdict, finding, state }) => ({ verdict, finding, state }))
      return { kind, tasks, pushes: marker.pushes.map(({ commit, parent, silent }) => ({ commit, parent, silent })) }
    }
    default:
      return marker
  }
}

/** That a request was seen is display only: who dispatches its run shows it, the mention job or a sweep, and a run alone does not. */
const SEEN = 'eyes'

const shown = (text: Text): object => {
  const marker = markerOf(text)
  const reactions = text.reactions
    .map(one => one.content)
    .filter(content => content !== SEEN)
    .toSorted()
  return { ...(marker === null ? { body: text.body } : told(marker, text.body)), reactions }
}

const threadsOf = (pull: Pull): object[] =>
  pull.threads.map(({ path, line, resolvedBy, comments }) => ({
    path,
    line,
    resolvedBy,
    comments: comments.map(one => (markerOf(one) === null ? one.body : withoutLastLine(one.body))),
  }))

/** What the pull's own commits are, the oldest first: those of an agent have other ids in every world, and the same contents. */
const commitsOf = ({ github }: CrashWorld): { oid: string; is: string }[] => {
  const { git } = github.repository()
  const rows = gitText(git.dir, ['log', '--reverse', '--format=%H %T %s', 'refs/heads/main..refs/heads/topic']).split('\n')
  return rows.map((row, at) => ({ oid: row.slice(0, 40), is: `commit ${at + 1}: ${row.slice(41)}` }))
}

/** All that people see in the end and all that a later run goes by; history, counts, times and costs excepted. */
export const finalWorld = (world: CrashWorld): object => {
  const { github } = world
  const commits = commitsOf(world)
  const pull = github.pull(1)
  const names = new Map(github.repository().labels.map(label => [label.id, label.name]))
  const found = {
    branch: commits.map(({ oid }) => oid),
    state: pull.state,
    lock: pull.reactions.map(one => one.content),
    labels: pull.labels.map(id => names.get(id)),
    reviews: pull.reviews.map(one => ({ state: one.state, commit: one.commit, ...shown(one) })),
    comments: pull.comments.map(shown),
    threads: threadsOf(pull),
  }
  return JSON.parse(commits.reduce((text, { oid, is }) => text.replaceAll(oid, is), JSON.stringify(found)))
}

/** The lines in which two final worlds differ. */
export const differencesOf = (expected: object, found: object): string[] => {
  const [a, b] = [expected, found].map(world => JSON.stringify(world, null, 1).split('\n')) as [string[], string[]]
  if (a.join('\n') === b.join('\n')) return []
  const [missing, added] = [a.filter(line => !b.includes(line)), b.filter(line => !a.includes(line))]
  return [
    ...missing.map(line => `- ${line.trim()}`),
    ...added.map(line => `+ ${line.trim()}`),
    ...(missing.length + added.length === 0 ? ['the order, or how often, differs'] : []),
  ]
}
