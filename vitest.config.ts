import { defineConfig } from 'vitest/config'

// Test files of one worker share their modules: loading those anew for each file took three quarters of the time.
// So no module of a test keeps anything between tests, and what ends with a test is said by `onTestFinished`.
const shared = { testTimeout: 20_000, hookTimeout: 20_000, isolate: false }

// Tests in these folders run the bundles as processes; only for them are the bundles brought up to date.
const ofDist = ['test/{scenarios,dist,crash}/**/*.test.ts']
// Minutes long, or with the real agent CLIs: run by .ci/run with scripts of their own, not by `npm test`.
// So are those that start very many processes.
const slow = [
  'test/slow/**/*.test.ts',
  'test/git/{fetch,credentials}.test.ts',
  'test/simulator/git.test.ts',
  'test/agents/stubborn.test.ts',
]

export default defineConfig({
  test: {
    maxWorkers: '100%',
    projects: [
      { test: { ...shared, name: 'unit', include: ['test/**/*.test.ts'], exclude: [...ofDist, ...slow] } },
      { test: { ...shared, name: 'dist', include: ofDist, globalSetup: ['test/harness/global-setup.ts'], testTimeout: 300_000 } },
      { test: { ...shared, name: 'slow', include: slow, globalSetup: ['test/harness/global-setup.ts'], testTimeout: 300_000 } },
    ],
  },
})
