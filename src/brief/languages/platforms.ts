/** Languages of scripts, data and infrastructure. */
export const platforms: [name: string, text: string][] = [
  [
    'shell',
    `- Unquoted expansions, names that begin with \`-\`, globs that match nothing, \`cd\` that fails, \`rm\` on a variable that may be empty.
- Errors that \`set -e\` does not see: pipes, command substitution, conditions; temporary files that others can predict.
- Input that reaches \`eval\`, \`sh -c\`, \`xargs\` or a here-document; secrets on command lines; options that only GNU or only BSD tools know.`,
  ],
  [
    'powershell',
    `- Errors that do not stop the script; values unrolled or wrapped by the pipeline; comparison with \`$null\` on the right.
- \`Invoke-Expression\`, paths with wildcards, strings that carry secrets.`,
  ],
  [
    'sql',
    `- Migrations: locks on big tables, defaults that rewrite them, columns dropped while old code still runs, no way back.
- NULL in comparisons, \`NOT IN\` with NULL, joins that multiply rows, missing \`WHERE\`, order that is not total before a limit.
- Missing indexes for new queries and foreign keys; isolation that the code relies on; grants that are too wide.`,
  ],
  [
    'terraform',
    `- Changes that replace or destroy what holds data; missing \`prevent_destroy\`, backups or \`moved\` blocks.
- Public networks, open security groups, wildcard rights, encryption or logging off, secrets in state, variables or outputs.
- Provider and module versions that are not pinned; \`count\` whose indices shift.`,
  ],
  [
    'docker',
    `- Base images and downloads that are not pinned; secrets in layers, arguments or environment; build context that takes in too much.
- Runs as root, package caches left, signals not passed on by a shell as the first process, no health check where one is relied on.`,
  ],
  [
    'github-actions',
    `- Expressions with text from events inside \`run:\` or \`script:\`; \`pull_request_target\` or \`workflow_run\` that runs or builds code of the pull request.
- Permissions wider than needed, secrets given to forks or to third-party actions, actions not pinned by commit.
- Conditions that are always true (a string), \`continue-on-error\` that hides failures, concurrency that cancels what must finish, caches that a fork can poison.`,
  ],
  [
    'yaml',
    `- Values that are not strings although they look like it (no, on, 1e3, 012, times), wrong nesting, duplicate keys, anchors that share what should differ.
- In cluster manifests: missing limits and probes, privileged containers, secrets in plain text, selectors that do not match.`,
  ],
  [
    'html-and-css',
    `- Input put into markup, attributes, URLs or inline handlers without escaping; links that open windows with access to their opener.
- Controls that no keyboard or screen reader reaches; labels, names and alternatives that are missing; layout that breaks with long text.`,
  ],
]
