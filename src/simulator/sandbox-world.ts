import type { WorldFile } from './world/file.ts'

const before = 'export const mean = list => list.reduce((sum, item) => sum + item, 0)\n'
const after = 'export const mean = list => list.reduce((sum, item) => sum + item, 0) / list.length\n'
const workflow = `name: Review
run-name: "countersign #\${{ inputs.pull }} \${{ inputs.act }}"
on:
  workflow_dispatch:
    inputs:
      pull: { required: true, type: string }
      act: { type: string }
      head: { type: string }
jobs:
  review: { runs-on: ubuntu-latest, steps: [{ run: "true" }] }
`

/** What the sandbox holds when no file is given: one repository, one pull, a person of each kind, and the workflow's bot. */
export const sandboxWorld: WorldFile = {
  users: [
    { login: 'octo', type: 'Organization' },
    { login: 'dev', tokens: ['dev-token'] },
    { login: 'author', tokens: ['author-token'] },
    { login: 'guest', tokens: ['guest-token'] },
    {
      login: 'github-actions',
      type: 'Bot',
      tokens: [
        {
          token: 'actions-token',
          kind: 'github-token',
          permissions: { contents: 'read', 'pull-requests': 'write', issues: 'write', actions: 'write' },
        },
      ],
    },
  ],
  repositories: [
    {
      name: 'octo/hello',
      roles: { dev: 'admin', author: 'write' },
      branches: {
        main: { files: { 'README.md': '# Hello\n', 'src/mean.js': before, '.github/workflows/review.yml': workflow } },
        mean: { from: 'main', commits: [{ message: 'Divide by the length', author: 'author', files: { 'src/mean.js': after } }] },
      },
      pulls: [{ title: 'Compute the mean', body: 'The sum was not divided by the length.', author: 'author', head: 'mean' }],
    },
  ],
}
