import { readFileSync } from 'node:fs'

export const observeQuery = readFileSync(new URL('../fixtures/github/observe.graphql', import.meta.url), 'utf8')
