// Written by `npm run docs` from the files of examples/.
export const examples = {
  review: `# Reviews every pull request from a branch of this repository. Copy to .github/workflows/review.yml.
# Pull requests from forks: add forks.yml. Comments that ask for something: add mention.yml. Lost or waiting work: add sweep.yml.
name: Countersign

# The sweep and the mention workflow find queued runs by this name.
run-name: "Countersign #\${{ github.event.pull_request.number || inputs.pull }}\${{ inputs.act && ' act ' }}\${{ inputs.act }}"

on:
  pull_request:
    types: [opened, synchronize, reopened, ready_for_review, labeled, unlabeled, edited, review_requested]
  workflow_dispatch:
    inputs:
      pull:
        description: Number of the pull request
        required: true
      act:
        description: Id of the request that is served (set by the mention workflow)
      head:
        description: Only for this head (set for authors who are not trusted)

permissions: {}

jobs:
  review:
    # The kill switch first. Then the events that can start a review; all others start no runner:
    # a pull request of a fork or of Dependabot has no secrets here, a bot's waits until a person asks,
    # of labels only ours count, of edits only a new base, of review requests only those to Countersign's own account.
    if: >-
      vars.COUNTERSIGN != 'off' &&
      (github.event_name == 'workflow_dispatch' || (
        github.event.pull_request.head.repo.full_name == github.repository &&
        github.actor != 'dependabot[bot]' && (
          (contains(fromJSON('["opened", "synchronize", "reopened", "ready_for_review"]'), github.event.action) &&
            !github.event.pull_request.draft && github.event.pull_request.user.type != 'Bot') ||
          (github.event.action == 'edited' && github.event.changes.base.ref.from != '' &&
            !github.event.pull_request.draft && github.event.pull_request.user.type != 'Bot') ||
          (contains(fromJSON('["labeled", "unlabeled"]'), github.event.action) && github.event.sender.type != 'Bot' &&
            (github.event.label.name == 'needs-human-review' || (github.event.action == 'labeled' &&
              (github.event.label.name == 'ai-review' || startsWith(github.event.label.name, 'skill:'))))) ||
          (github.event.action == 'review_requested' && github.event.sender.type != 'Bot' &&
            vars.COUNTERSIGN_LOGIN != '' && github.event.requested_reviewer.login == vars.COUNTERSIGN_LOGIN)
        )
      ))
    permissions:
      contents: read # fetch the head and the merge base
      pull-requests: write # post the review, set and remove our labels
      issues: write # the status comment, and the reaction that is the lock
      actions: read # see whether the run that holds the lock is alive
    uses: countersign/countersign/.github/workflows/review.yml@v0
    with:
      pull: \${{ github.event.pull_request.number || inputs.pull }}
      act: \${{ inputs.act }}
      head: \${{ inputs.head }}
    secrets:
      ANTHROPIC_API_KEY: \${{ secrets.ANTHROPIC_API_KEY }}
      OPENAI_API_KEY: \${{ secrets.OPENAI_API_KEY }}
`,
  mention: `# Answers people who write \`@countersign …\` on a pull request. Copy to .github/workflows/countersign-mention.yml.
# It starts no agent: it says "seen" and dispatches the review workflow.
name: Countersign mention

on:
  issue_comment:
    types: [created]
  pull_request_review_comment:
    types: [created]
  pull_request_review:
    types: [submitted]

permissions: {}

jobs:
  mention:
    # Only texts with our name in them (the same word as \`mention\` in the policy), on pull requests, by people.
    # In a public repository only people whom GitHub knows here start it. Who once had a commit merged (CONTRIBUTOR) is among
    # them, since a private member is shown so; without write access they get no answer. Anybody else's request that counts, such
    # as that of a member shown as a stranger, is found by the sweep.
    # A review of a fork's pull request brings no token that may dispatch: the sweep finds the request too.
    if: >-
      vars.COUNTERSIGN != 'off' &&
      github.event.sender.type != 'Bot' &&
      contains(github.event.comment.body || github.event.review.body, '@countersign') &&
      (github.event.issue.pull_request.url != '' || github.event.pull_request.head.repo.full_name == github.repository) &&
      (github.event.repository.private ||
        contains(fromJSON('["OWNER", "MEMBER", "COLLABORATOR", "CONTRIBUTOR"]'),
          github.event.comment.author_association || github.event.review.author_association))
    runs-on: ubuntu-latest
    timeout-minutes: 10
    permissions:
      contents: read # read the policy of the default branch
      pull-requests: write # answer in a comment
      issues: write # react to the comment
      actions: write # dispatch the review workflow
    steps:
      - uses: countersign/countersign@v0
        with:
          mode: mention
          review-workflow: review.yml
`,
  sweep: `# Finds what events missed: lost requests, dead runs, half escalations. Copy to .github/workflows/countersign-sweep.yml.
# A file of its own: GitHub switches off all of a file when its schedule is switched off after 60 idle days.
name: Countersign sweep

on:
  schedule:
    - cron: '7,22,37,52 * * * *'
  workflow_dispatch:
    inputs:
      since:
        description: A day, as 2026-05-01. Pull requests that were touched since then are looked at, older ones are left alone

permissions: {}

jobs:
  sweep:
    if: vars.COUNTERSIGN != 'off'
    runs-on: ubuntu-latest
    timeout-minutes: 15
    # One sweep at a time; one that waits is as good as any later one.
    concurrency:
      group: countersign-sweep
      cancel-in-progress: false
    permissions:
      contents: read # read the policy of the default branch
      pull-requests: write # show who asked in a review that it was seen; answer a request that no run can be started for
      issues: write # the same for requests in comments
      actions: write # see the runs, and dispatch the review workflow
    steps:
      - uses: countersign/countersign@v0
        with:
          mode: sweep
          review-workflow: review.yml
          since: \${{ inputs.since }}
`,
}
