import type { WorldFile } from '../../src/simulator/world/file.ts'

/** Who is on the stage: people, and tokens with the rights that workflows give. Tests name accounts in lower case, GitHub as they were registered. */
export const users: WorldFile['users'] = [
  { login: 'Dev', tokens: ['dev-token'] },
  { login: 'Author', tokens: ['author-token'] },
  { login: 'guest', tokens: ['guest-token'] },
  { login: 'Reviewer', tokens: ['reviewer-token'] },
  {
    login: 'Review-App',
    type: 'Bot',
    tokens: [
      {
        token: 'app-token',
        kind: 'app',
        permissions: {
          contents: 'write',
          'pull-requests': 'write',
          issues: 'write',
          actions: 'read',
          checks: 'write',
          statuses: 'write',
        },
      },
    ],
  },
  {
    login: 'dependabot',
    type: 'Bot',
    tokens: [{ token: 'dependabot-token', kind: 'app', permissions: { contents: 'write', 'pull-requests': 'write' } }],
  },
  { login: 'ci-app', type: 'Bot', tokens: [{ token: 'ci-token', kind: 'app', permissions: { checks: 'write' } }] },
  {
    login: 'github-actions',
    type: 'Bot',
    tokens: [
      {
        token: 'ghs_actions',
        kind: 'github-token',
        permissions: { contents: 'read', 'pull-requests': 'write', issues: 'write', actions: 'read' },
      },
      {
        token: 'ghs_reader',
        kind: 'github-token',
        permissions: { contents: 'read', 'pull-requests': 'read', issues: 'read', actions: 'read' },
      },
      {
        token: 'ghs_checks',
        kind: 'github-token',
        permissions: {
          contents: 'read',
          'pull-requests': 'write',
          issues: 'write',
          actions: 'read',
          checks: 'read',
          statuses: 'read',
        },
      },
      {
        token: 'ghs_fix',
        kind: 'github-token',
        repositories: ['octo/hello'],
        permissions: { contents: 'write', 'pull-requests': 'write', issues: 'write', actions: 'write' },
      },
      {
        token: 'ghs_mention',
        kind: 'github-token',
        permissions: { contents: 'read', 'pull-requests': 'write', issues: 'write', actions: 'write' },
      },
      {
        token: 'ghs_all',
        kind: 'github-token',
        permissions: {
          contents: 'read',
          'pull-requests': 'write',
          issues: 'write',
          actions: 'write',
          checks: 'read',
          statuses: 'read',
        },
      },
    ],
  },
]
