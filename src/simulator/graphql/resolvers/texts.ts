import { isInstallation } from '../../access.ts'
import { iso, isoOrNull } from '../../clock.ts'
import { associationOf } from '../../rest/shapes/users.ts'
import type { ReactionContent, Text } from '../../world/types.ts'
import { sameLogin } from '../../world/world.ts'
import { connection } from '../connection.ts'
import { type Context, optionalText, type Table } from '../resolver.ts'
import { type ActorSource, actorSource, type ReactionSource, type TextSource } from '../sources.ts'

/** GraphQL's names of the eight reactions, in the order GitHub lists the groups. */
export const reactionNames: [string, ReactionContent][] = [
  ['THUMBS_UP', '+1'],
  ['THUMBS_DOWN', '-1'],
  ['LAUGH', 'laugh'],
  ['HOORAY', 'hooray'],
  ['CONFUSED', 'confused'],
  ['HEART', 'heart'],
  ['ROCKET', 'rocket'],
  ['EYES', 'eyes'],
]
export const contentNamed = (name: string): ReactionContent => reactionNames.find(([known]) => known === name)?.[1] ?? '+1'
const nameOf = (content: ReactionContent) => reactionNames.find(([, known]) => known === content)?.[0]

const isViewer = (context: Context, login: string | null) => sameLogin(login, context.viewer.account?.login ?? null)

/** All eight groups, also those that nobody used. */
export const reactionGroups = (source: TextSource, context: Context) =>
  reactionNames.map(([name, content]) => {
    const reactions = context.view.shown(source.text.reactions).filter(reaction => reaction.content === content)
    return {
      content: name,
      createdAt: isoOrNull(reactions[0]?.createdAt ?? null),
      viewerHasReacted: reactions.some(reaction => isViewer(context, reaction.user)),
      reactors: (args: Record<string, unknown>) =>
        connection(args, {
          items: reactions,
          total: reactions.length,
          show: reaction => actorSource(context.world, reaction.user),
        }),
    }
  })

/** What nobody has measured for installations (fact 8): the world's quirk decides. */
const viewerDidAuthor = (text: Text, context: Context) =>
  isViewer(context, text.author) && (!isInstallation(context.viewer) || context.world.quirks.viewerDidAuthor)

export const textTable: Table<TextSource> = {
  id: source => source.text.nodeId,
  fullDatabaseId: source => String(source.text.id),
  databaseId: source => source.text.id,
  body: source => source.text.body,
  bodyText: source => source.text.body,
  author: (source, _, context) => actorSource(context.world, source.text.author),
  authorAssociation: (source, _, context) => associationOf(context.world, source.repository, source.text.author),
  editor: (source, _, context) => actorSource(context.world, source.text.editor),
  createdAt: source => iso(source.text.createdAt),
  updatedAt: source => iso(source.text.updatedAt),
  lastEditedAt: source => isoOrNull(source.text.editedAt),
  viewerDidAuthor: (source, _, context) => viewerDidAuthor(source.text, context),
  isMinimized: source => source.text.minimized !== null,
  minimizedReason: source => source.text.minimized?.toLowerCase().replace('_', '-') ?? null,
  reactionGroups: (source, _, context) => reactionGroups(source, context),
  reactions: (source, args, context) => {
    const wanted = optionalText(args, 'content')
    const all = source.text.reactions.filter(reaction => wanted === null || nameOf(reaction.content) === wanted)
    const items = context.view.shown(all)
    const page = connection(args, {
      items,
      total: context.view.total(all),
      show: (reaction): ReactionSource => ({ __typename: 'Reaction', reaction, on: source }),
    })
    return { ...page, viewerHasReacted: items.some(reaction => isViewer(context, reaction.user)) }
  },
}

export const reactionTable: Table<ReactionSource> = {
  id: source => source.reaction.nodeId,
  databaseId: source => source.reaction.id,
  content: source => nameOf(source.reaction.content),
  createdAt: source => iso(source.reaction.createdAt),
  // The field is of type User: a bot's reaction has nobody there.
  user: (source, _, context) => {
    const actor = actorSource(context.world, source.reaction.user)
    return actor?.__typename === 'User' ? actor : null
  },
}

/** Author logins stand without `[bot]`; only `viewer` has it (fact 1). */
export const actorTable: Table<ActorSource & { viewer?: true }> = {
  id: source => source.account.nodeId,
  databaseId: source => source.account.id,
  login: source => (source.viewer && source.account.type === 'Bot' ? `${source.account.login}[bot]` : source.account.login),
  name: source => source.account.name,
}
