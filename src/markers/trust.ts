import type { Actor, Authored } from '../snapshot/facts.ts'
import { type Instant, type Login, loginOf } from '../snapshot/ids.ts'
import type { MarkerKind } from './schema.ts'
import type { MarkerKeys } from './sign.ts'

/** Whose markers count here, on which pull, and what they must be signed with. */
export type MarkerContext = {
  viewer: { login: Login; isBot: boolean }
  /** The repository's database id. */
  repo: number
  pull: number
  keys: MarkerKeys
  /** Markers written before this time count without a signature; `null` = none do. */
  unsignedBefore: Instant | null
  /** Other accounts whose markers count. `name[bot]` is an App, `name` a person: two different accounts may share a name. */
  trusted: readonly string[]
  /** Whether the older family of markers is read. */
  legacy: boolean
}

/** Whether an account is one of those whose markers are trusted: a `name[bot]` is an App, anything else a user. */
export const isListed = (author: NonNullable<Actor>, trusted: readonly string[]): boolean =>
  trusted.some(
    name => name.toLowerCase().endsWith('[bot]') === (author.kind === 'Bot') && loginOf(name) === loginOf(author.login),
  )

/**
 * Whether the viewer or a trusted account wrote it; a deleted author never did.
 * `viewerDidAuthor` is doubtful for installation tokens, so an App is also known by its login, and then only as a Bot:
 * anybody can register a user of that name.
 */
export const isOurs = (
  { author, viewerDidAuthor }: Pick<Authored, 'author' | 'viewerDidAuthor'>,
  context: MarkerContext,
): boolean => {
  if (author === null || author.login === '') return false
  if (viewerDidAuthor) return true
  const isBot = author.kind === 'Bot'
  if (isBot && context.viewer.isBot && loginOf(author.login) === loginOf(context.viewer.login)) return true
  return isListed(author, context.trusted)
}

const isSameAccount = (a: NonNullable<Actor>, b: Actor): boolean =>
  b !== null && a.kind === b.kind && loginOf(a.login) === loginOf(b.login)

/** What Countersign itself edits in place. */
const editedInPlace: readonly (MarkerKind | undefined)[] = ['status', 'fix-tasks']

/**
 * Whether somebody else changed the text after its author wrote it.
 * GitHub may name no editor for an installation token's own edits. Only the comments that are edited in place can have
 * such edits, so an unknown editor passes there when the author is a Bot; anywhere else it counts as another's.
 */
export const isEditedByAnother = (authored: Pick<Authored, 'author' | 'editor' | 'editedAt'>, kind?: MarkerKind): boolean => {
  if (authored.editedAt === null) return false
  if (authored.editor !== null) return !isSameAccount(authored.editor, authored.author)
  return !(editedInPlace.includes(kind) && authored.author?.kind === 'Bot')
}
