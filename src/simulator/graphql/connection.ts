import { unprocessable } from '../refusal.ts'
import { type Args, optionalNumber, optionalText } from './resolver.ts'

export type Listed = { id: number | string }

const cursorOf = (item: Listed) => Buffer.from(`cursor:${item.id}`).toString('base64')

function indexOf<T extends Listed>(items: T[], cursor: string): number {
  const at = items.findIndex(item => cursorOf(item) === cursor)
  if (at < 0) throw unprocessable(`\`${cursor}\` does not appear to be a valid cursor.`)
  return at
}

/** GitHub asks for `first` or `last`, 100 at most. */
function checkSize(args: Args): { first: number | null; last: number | null } {
  const first = optionalNumber(args, 'first')
  const last = optionalNumber(args, 'last')
  const size = first ?? last
  if (size === null) throw unprocessable('You must provide a `first` or `last` value to properly paginate the connection.')
  if (size < 0 || size > 100)
    throw unprocessable(`Requesting ${size} records on the connection exceeds the \`first\` limit of 100 records.`)
  return { first, last }
}

export type Connection<T> = { items: T[]; total: number; show: (item: T) => unknown }

/** A page of a list with its total, cursors and neighbours. */
export function connection<T extends Listed>(args: Args, of: Connection<T>) {
  const { first, last } = checkSize(args)
  const after = optionalText(args, 'after')
  const before = optionalText(args, 'before')
  const start = after === null ? 0 : indexOf(of.items, after) + 1
  const end = before === null ? of.items.length : indexOf(of.items, before)
  const window = of.items.slice(start, end)
  const page = first !== null ? window.slice(0, first) : window.slice(Math.max(0, window.length - (last ?? 0)))
  const offset = start + (first !== null ? 0 : window.length - page.length)
  const [head] = page
  const tail = page.at(-1)
  return {
    totalCount: of.total,
    filteredCount: window.length,
    pageCount: page.length,
    nodes: page.map(of.show),
    edges: page.map(item => ({ cursor: cursorOf(item), node: of.show(item) })),
    pageInfo: {
      hasPreviousPage: offset > 0,
      hasNextPage: offset + page.length < of.items.length,
      startCursor: head ? cursorOf(head) : null,
      endCursor: tail ? cursorOf(tail) : null,
    },
  }
}

export const edgeOf = (item: Listed, node: unknown) => ({ cursor: cursorOf(item), node })
