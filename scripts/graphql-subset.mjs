// Cuts GitHub's GraphQL schema (1.2 MB, from @octokit/graphql-schema) down to the fields that the embedded
// GitHub answers, with whole arguments, inputs and enums, so that it can be shipped inside the bundle.
// usage: node scripts/graphql-subset.mjs     writes src/simulator/graphql/schema.json
import { readFileSync, writeFileSync } from 'node:fs'
import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isUnionType,
  parse,
  print,
  specifiedScalarTypes,
  visit,
} from 'graphql'

const wanted = `
Query: node rateLimit repository search viewer
Mutation: addComment addLabelsToLabelable addPullRequestReview addReaction closePullRequest convertPullRequestToDraft deleteIssueComment deletePullRequestReview
  deletePullRequestReviewComment disablePullRequestAutoMerge dismissPullRequestReview enablePullRequestAutoMerge markPullRequestReadyForReview
  minimizeComment removeLabelsFromLabelable removeReaction reopenPullRequest requestReviews resolveReviewThread submitPullRequestReview unminimizeComment unresolveReviewThread
  updateIssueComment updatePullRequest updatePullRequestReview updatePullRequestReviewComment
Actor: login
Node: id
RepositoryOwner: id login
Comment: author authorAssociation body createdAt editor id lastEditedAt updatedAt viewerDidAuthor
Reactable: id reactionGroups reactions
Labelable: labels
Minimizable: isMinimized minimizedReason
GitObject: id oid
RequirableByPullRequest: isRequired
RateLimit: cost limit nodeCount remaining resetAt used
User: id databaseId login name
Bot: id databaseId login
Organization: id databaseId login
Mannequin: id databaseId login
EnterpriseUserAccount: id login
Team: id databaseId name slug
Repository: id databaseId name nameWithOwner owner isPrivate isFork isInOrganization autoMergeAllowed defaultBranchRef object ref label labels issue pullRequest pullRequests url viewerPermission
Ref: id name prefix target
Commit: id oid message abbreviatedOid committedDate parents statusCheckRollup
CommitConnection: nodes pageInfo totalCount
Blob: id oid byteSize isBinary isTruncated text
Tree: id oid
Label: id name color description createdAt
LabelConnection: nodes pageInfo totalCount
Issue: id fullDatabaseId number title body bodyText state closed createdAt updatedAt url author authorAssociation editor lastEditedAt viewerDidAuthor reactionGroups reactions labels comments
IssueConnection: nodes pageInfo totalCount
IssueComment: id fullDatabaseId databaseId author authorAssociation body createdAt editor lastEditedAt updatedAt viewerDidAuthor isMinimized minimizedReason issue pullRequest reactionGroups reactions url
IssueCommentConnection: nodes edges pageInfo totalCount
IssueCommentEdge: cursor node
PullRequest: id fullDatabaseId number state isDraft locked title body createdAt updatedAt closedAt mergedAt author authorAssociation editor lastEditedAt viewerDidAuthor
  additions deletions changedFiles files autoMergeRequest baseRef baseRefName baseRefOid headRef headRefName headRefOid headRepository headRepositoryOwner isCrossRepository isInMergeQueue maintainerCanModify
  mergeable merged mergedBy closed closingIssuesReferences comments commits labels latestReviews reactionGroups reactions repository baseRepository reviewDecision reviewRequests reviewThreads reviews statusCheckRollup timelineItems
  viewerLatestReview viewerLatestReviewRequest url
PullRequestConnection: nodes edges pageInfo totalCount
PullRequestChangedFileConnection: nodes pageInfo totalCount
PullRequestChangedFile: path changeType additions deletions
PullRequestEdge: cursor node
PullRequestCommit: id commit
PullRequestCommitConnection: nodes pageInfo totalCount
AutoMergeRequest: enabledAt enabledBy mergeMethod
ReviewRequest: id databaseId asCodeOwner requestedReviewer
ReviewRequestConnection: nodes pageInfo totalCount
PullRequestReview: id fullDatabaseId author authorAssociation authorCanPushToRepository body comments commit createdAt editor lastEditedAt updatedAt submittedAt state isMinimized minimizedReason pullRequest reactionGroups reactions viewerDidAuthor url
PullRequestReviewConnection: nodes pageInfo totalCount
PullRequestReviewEdge: cursor node
PullRequestReviewThread: id isResolved isOutdated viewerCanResolve viewerCanUnresolve resolvedBy path line startLine originalLine diffSide startDiffSide comments pullRequest
PullRequestReviewThreadConnection: nodes pageInfo totalCount
PullRequestReviewComment: id fullDatabaseId author authorAssociation body createdAt editor lastEditedAt updatedAt viewerDidAuthor isMinimized minimizedReason path line outdated commit originalCommit pullRequestReview reactionGroups reactions replyTo url
PullRequestReviewCommentConnection: nodes pageInfo totalCount
PullRequestTimelineItemsConnection: nodes pageInfo totalCount filteredCount pageCount
LabeledEvent: id createdAt actor label
UnlabeledEvent: id createdAt actor label
BaseRefChangedEvent: id createdAt actor previousRefName currentRefName
AutomaticBaseChangeSucceededEvent: id createdAt actor oldBase newBase
HeadRefForcePushedEvent: id createdAt actor beforeCommit afterCommit
HeadRefDeletedEvent: id createdAt actor headRefName
ReviewDismissedEvent: id createdAt actor review previousReviewState dismissalMessage
ReviewRequestedEvent: id createdAt actor
CommentDeletedEvent: id createdAt actor deletedCommentAuthor
ReadyForReviewEvent: id createdAt actor
ConvertToDraftEvent: id createdAt actor
ReopenedEvent: id createdAt actor
ClosedEvent: id createdAt actor
MergedEvent: id createdAt actor
Reaction: id databaseId content createdAt user
ReactionConnection: nodes pageInfo totalCount viewerHasReacted
ReactionGroup: content createdAt viewerHasReacted reactors
ReactorConnection: nodes pageInfo totalCount
StatusCheckRollup: id state contexts
StatusCheckRollupContextConnection: nodes pageInfo totalCount
CheckRun: id databaseId name status conclusion startedAt completedAt isRequired checkSuite
StatusContext: id context state createdAt isRequired description targetUrl
CheckSuite: id databaseId app workflowRun
App: id databaseId slug name
WorkflowRun: id databaseId workflow
Workflow: id databaseId name
SearchResultItemConnection: nodes edges pageInfo issueCount
SearchResultItemEdge: cursor node
PageInfo: endCursor hasNextPage hasPreviousPage startCursor
AddCommentPayload: clientMutationId commentEdge subject
AddLabelsToLabelablePayload: clientMutationId labelable
AddPullRequestReviewPayload: clientMutationId pullRequestReview reviewEdge
AddReactionPayload: clientMutationId reaction reactionGroups subject
ClosePullRequestPayload: clientMutationId pullRequest
ConvertPullRequestToDraftPayload: clientMutationId pullRequest
DeleteIssueCommentPayload: clientMutationId
DeletePullRequestReviewPayload: clientMutationId pullRequestReview
DeletePullRequestReviewCommentPayload: clientMutationId pullRequestReview
DisablePullRequestAutoMergePayload: actor clientMutationId pullRequest
DismissPullRequestReviewPayload: clientMutationId pullRequestReview
EnablePullRequestAutoMergePayload: actor clientMutationId pullRequest
MarkPullRequestReadyForReviewPayload: clientMutationId pullRequest
MinimizeCommentPayload: clientMutationId minimizedComment
RemoveLabelsFromLabelablePayload: clientMutationId labelable
RemoveReactionPayload: clientMutationId reaction reactionGroups subject
ReopenPullRequestPayload: clientMutationId pullRequest
RequestReviewsPayload: actor clientMutationId pullRequest
ResolveReviewThreadPayload: clientMutationId thread
SubmitPullRequestReviewPayload: clientMutationId pullRequestReview
UnminimizeCommentPayload: clientMutationId unminimizedComment
UnresolveReviewThreadPayload: clientMutationId thread
UpdateIssueCommentPayload: clientMutationId issueComment
UpdatePullRequestPayload: actor clientMutationId pullRequest
UpdatePullRequestReviewPayload: clientMutationId pullRequestReview
UpdatePullRequestReviewCommentPayload: clientMutationId pullRequestReviewComment
`
const fieldsOf = new Map(
  wanted
    .trim()
    .split(/\n(?! )/)
    .map(line => line.split(':'))
    .map(([type, fields]) => [type.trim(), new Set(fields.trim().split(/\s+/))]),
)

const sdl = readFileSync(new URL('../node_modules/@octokit/graphql-schema/schema.graphql', import.meta.url), 'utf8')
const schema = buildSchema(sdl, { assumeValid: true, assumeValidSDL: true })
const fail = text => {
  console.error(text)
  process.exit(1)
}

// A type has at least the fields that its interfaces keep.
for (const [name, fields] of fieldsOf) {
  const type = schema.getType(name) ?? fail(`no such type: ${name}`)
  for (const parent of type.getInterfaces?.() ?? []) for (const field of fieldsOf.get(parent.name) ?? []) fields.add(field)
}

const needed = new Map()
const scalars = new Set(specifiedScalarTypes.map(type => type.name))
const need = type => {
  if (scalars.has(type.name) || needed.has(type.name)) return
  needed.set(type.name, type)
  if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) need(getNamedType(field.type))
}
for (const [name, fields] of fieldsOf) {
  needed.set(name, schema.getType(name))
  for (const field of fields) {
    const definition = schema.getType(name).getFields()[field] ?? fail(`no such field: ${name}.${field}`)
    for (const argument of definition.args) need(getNamedType(argument.type))
    const result = getNamedType(definition.type)
    if (!fieldsOf.has(result.name) && !isUnionType(result) && !isEnumType(result) && result.getFields)
      fail(`${name}.${field} leads to ${result.name}, which is not listed`)
    need(result)
  }
}

const nodes = new Map(parse(sdl, { noLocation: true }).definitions.map(node => [node.name.value, node]))
const cut = name => {
  const type = needed.get(name)
  const node = visit(nodes.get(name), { enter: child => (child.description ? { ...child, description: undefined } : undefined) })
  if (isEnumType(type) || isInputObjectType(type) || !(type.getFields || isUnionType(type))) return node
  if (isUnionType(type)) return { ...node, types: node.types.filter(member => needed.has(member.name.value)) }
  return {
    ...node,
    interfaces: node.interfaces?.filter(parent => needed.has(parent.name.value)),
    fields: node.fields.filter(field => fieldsOf.get(name).has(field.name.value)),
  }
}
const names = [...needed.keys()].sort()
for (const name of names) {
  const type = needed.get(name)
  if (isInterfaceType(type) && !names.some(other => needed.get(other).getInterfaces?.().includes(type)))
    fail(`nothing implements ${name}`)
}
const types = Object.fromEntries(names.map(name => [name, print(cut(name))]))
writeFileSync(new URL('../src/simulator/graphql/schema.json', import.meta.url), `${JSON.stringify({ types }, null, 1)}\n`)
console.log(`${names.length} types, ${Math.round(JSON.stringify(types).length / 1024)} KB`)
