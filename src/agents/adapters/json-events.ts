import type { KeptOutput } from '../process/bounded-output.ts'

export type JsonEvent = Record<string, unknown>

/** The objects of a JSON-lines stream, in order; other lines and lines cut by the output bound are passed over. */
export function jsonEventsOf(output: KeptOutput): JsonEvent[] {
  const headLines = output.head.split('\n')
  const tailLines = output.tail.split('\n')
  if (output.leftOutBytes > 0) {
    headLines.pop()
    tailLines.shift()
  }
  const events = [...headLines, ...tailLines].flatMap(line => eventOf(line))
  return events.length > 0 ? events : eventOf(output.head)
}

function eventOf(text: string): JsonEvent[] {
  const trimmed = text.trim()
  if (!trimmed.startsWith('{')) return []
  try {
    return [JSON.parse(trimmed) as JsonEvent]
  } catch {
    return []
  }
}

/** The object that begins at the last line that is `{`, to the end: how a CLI reports its end below a stack trace. */
export function lastObjectOf(text: string): JsonEvent | null {
  const start = text.lastIndexOf('\n{\n')
  const [event] = eventOf(start >= 0 ? text.slice(start) : text)
  return event ?? null
}

export const childOf = (event: JsonEvent | undefined | null, key: string): JsonEvent | null => {
  const child = event?.[key]
  return typeof child === 'object' && child !== null && !Array.isArray(child) ? (child as JsonEvent) : null
}

export const textAt = (event: JsonEvent | undefined | null, key: string): string => {
  const text = event?.[key]
  return typeof text === 'string' ? text : ''
}
