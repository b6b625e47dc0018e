import { stringify } from 'yaml'
import type { WorldFile } from '../simulator/world/file.ts'
import { cartWithFaults, mainFiles, orderRetriesForEver } from './shop.ts'

export const REPOSITORY = 'demo/shop'
export const TOKEN = 'demo-actions-token'

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

/** `agent` = the words of the policy that name who reviews. */
export const demoWorld = (agent: Record<string, unknown>): WorldFile => ({
  users: [
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
      ],
    },
  ],
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
      },
      pulls: [
        {
          title: 'Show the average price',
          author: 'ada',
          head: 'average-price',
          body: 'The cart shows the average price and takes coupons.',
        },
        { title: 'Send orders again', author: 'ada', head: 'send-orders', body: 'Orders that fail are sent again.' },
      ],
    },
  ],
})
