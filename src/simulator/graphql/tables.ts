import { defaultFieldResolver, type GraphQLFieldResolver, type GraphQLTypeResolver } from 'graphql'
import type { Context, Table } from './resolver.ts'
import { checkTable, rollupTable, statusTable, teamTable } from './resolvers/checks.ts'
import { commentTable, requestTable, reviewCommentTable, reviewTable, threadTable } from './resolvers/discussions.ts'
import { mutationTable } from './resolvers/mutations.ts'
import { issueTable, pullTable } from './resolvers/pulls.ts'
import { queryTable } from './resolvers/query.ts'
import { blobTable, commitTable, labelTable, refTable, repositoryTable } from './resolvers/repositories.ts'
import { actorTable, reactionTable } from './resolvers/texts.ts'
import { eventTable } from './resolvers/timeline.ts'

const tables: Record<string, Table<unknown>> = {
  Query: queryTable,
  Mutation: mutationTable,
  User: actorTable,
  Bot: actorTable,
  Organization: actorTable,
  Team: teamTable,
  Repository: repositoryTable,
  Ref: refTable,
  Commit: commitTable,
  Blob: blobTable,
  Label: labelTable,
  Issue: issueTable,
  PullRequest: pullTable,
  IssueComment: commentTable,
  PullRequestReview: reviewTable,
  PullRequestReviewThread: threadTable,
  PullRequestReviewComment: reviewCommentTable,
  ReviewRequest: requestTable,
  Reaction: reactionTable,
  StatusCheckRollup: rollupTable,
  CheckRun: checkTable,
  StatusContext: statusTable,
}

const tableOf = (type: string): Table<unknown> | undefined => tables[type] ?? (type.endsWith('Event') ? eventTable : undefined)

export const resolveField: GraphQLFieldResolver<unknown, Context> = (...call) => {
  const [source, args, context, { parentType, fieldName }] = call
  const resolver = tableOf(parentType.name)?.[fieldName]
  return resolver ? resolver(source, args, context) : defaultFieldResolver(...call)
}

export const typeNameOf: GraphQLTypeResolver<unknown, Context> = source =>
  typeof source === 'object' && source !== null && '__typename' in source && typeof source.__typename === 'string'
    ? source.__typename
    : undefined
