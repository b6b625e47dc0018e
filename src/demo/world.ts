import { stringify } from 'yaml'
import type { WorldFile } from '../simulator/world/file.ts'
import { cartWithFaults, mainFiles, orderRetriesForEver } from './shop.ts'

export const REPOSITORY = 'demo/shop'
export const TOKEN = 'demo-actions-token'
/** The same account in the job that mends, with its rights. */
export const FIX_TOKEN = 'demo-fix-token'

const workflow = `name: Review
run-name: "Countersign #\${{ inputs.pull || github.event.number }}"
on:
  pull_request:
  workflow_dispatch:
    inputs:
      pull: { required: true }
      act: {}
jobs:
  review:
    runs-on: ubuntu-latest
    steps: [{ uses: countersign@v0 }]
`

const users: WorldFile['users'] = [
  { login: 'demo', type: 'Organization' },
  { login: 'ada', tokens: ['ada-token'] },
  { login: 'mia', tokens: ['mia-token'] },
  {
    login: 'github-actions',
    type: 'Bot',
    tokens: [
      {
        token: TOKEN,
        kind: 'github-token',
        permissions: { contents: 'read', 'pull-requests': 'write', issues: 'write', actions: 'read' },
        repositories: [REPOSITORY],
      },
      {
        token: FIX_TOKEN,
        kind: 'github-token',
        permissions: { contents: 'write', 'pull-requests': 'write', issues: 'write', actions: 'write' },
        repositories: [REPOSITORY],
      },
    ],
  },
]

/** `agent` = the words of the policy that name who reviews. */
export const demoWorld = (agent: Record<string, unknown>): WorldFile => ({
  users,
  repositories: [
    {
      name: REPOSITORY,
      roles: { ada: 'write', mia: 'admin' },
      labels: [{ name: 'needs-human-review', color: 'd93f0b', description: 'Paused: a person is needed' }],
      branches: {
        main: { files: { ...mainFiles, '.github/workflows/review.yml': workflow, '.github/countersign.yml': stringify(agent) } },
        'average-price': {
          from: 'main',
          commits: [{ message: 'Show the average price', author: 'ada', files: { 'src/cart.js': cartWithFaults } }],
        },
        'send-orders': {
          from: 'main',
          commits: [{ message: 'Send orders again', author: 'ada', files: { 'src/order.js': orderRetriesForEver } }],
        },
        'stock-average': {
          from: 'main',
          commits: [{ message: 'Show the average stock', author: 'ada', files: { 'src/stock.js': cartWithFaults } }],
        },
        'send-mails': {
          from: 'main',
          commits: [{ message: 'Send mails again', author: 'ada', files: { 'src/mail.js': orderRetriesForEver } }],
        },
      },
      pulls: [
        {
          title: 'Show the average price',
          author: 'ada',
          head: 'average-price',
          body: 'The cart shows the average price and takes coupons.',
        },
        { title: 'Send orders again', author: 'ada', head: 'send-orders', body: 'Orders that fail are sent again.' },
        { title: 'Show the average stock', author: 'ada', head: 'stock-average', body: 'Of all that is in stock.' },
        { title: 'Send mails again', author: 'ada', head: 'send-mails', body: 'Mails that fail are sent again.' },
      ],
    },
  ],
})
