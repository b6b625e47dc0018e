import type { GitHub } from '../../src/simulator/github.ts'
import type { Pull, Text, TimelineEvent } from '../../src/simulator/world/types.ts'

/** A command at the start of a line; what is quoted or in code begins with another sign. */
const COMMAND = /^@countersign[ \t]+([a-z-]+)/im
const MARKER = /<!-- countersign:v1 (\{.*\}) -->$/
const MAY_WRITE = ['admin', 'maintain', 'write']
const ASKS = ['review', 'resume']

export type Heard = ReadonlySet<number>

const textsOf = (pull: Pull): { id: string; text: Text }[] => [
  ...pull.comments.map(text => ({ id: `c${text.id}`, text })),
  ...pull.reviews.map(text => ({ id: `r${text.id}`, text })),
  ...pull.threads.flatMap(thread => thread.comments).map(text => ({ id: `t${text.id}`, text })),
]

/** An answer and a verdict list what they answer; the record of a self-review names the comment that it records. */
const listedIn = (body: string): string[] => {
  const found: { acts?: unknown; comment?: unknown } = JSON.parse(MARKER.exec(body)?.[1] ?? '{}')
  const recorded = typeof found.comment === 'number' ? [`c${found.comment}`] : []
  return Array.isArray(found.acts) ? found.acts.map(String) : recorded
}

/** Who asked counts, by the world's own account of people and roles: nothing of the product's reading is used here. */
const asksAs = (github: GitHub, text: Text, heard: Heard): boolean => {
  const command = COMMAND.exec(text.body)?.[1]?.toLowerCase()
  const { author, editor } = text
  if (command === undefined || author === null || (editor !== null && editor !== author)) return false
  const isPerson = github.world.ensureAccount(author).type === 'User'
  if (!isPerson || !MAY_WRITE.includes(github.repository().roles[author] ?? '')) return false
  // What only the mention run answers (help, status, …) is asked for once that run has heard it.
  return ASKS.includes(command) || heard.has(text.id)
}

const isLift = (github: GitHub, event: TimelineEvent): boolean =>
  event.event === 'unlabeled' &&
  event.label.name.toLowerCase() === 'needs-human-review' &&
  event.actor !== null &&
  github.world.ensureAccount(event.actor).type === 'User'

/** Law 4, read off the pull itself: the accepted requests of people that no review and no answer of ours lists. */
export const unanswered = (github: GitHub, number: number, heard: Heard): string[] => {
  const pull = github.pull(number)
  const texts = textsOf(pull)
  const ours = texts.filter(({ text }) => text.author !== null && github.world.ensureAccount(text.author).type === 'Bot')
  const listed = new Set(ours.flatMap(({ text }) => listedIn(text.body)))
  const asked = [
    ...texts.filter(({ text }) => asksAs(github, text, heard)).map(({ id }) => id),
    ...pull.timeline.filter(event => isLift(github, event)).map(event => event.nodeId),
  ]
  return asked.filter(id => !listed.has(id))
}
