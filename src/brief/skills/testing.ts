export const testing = `
Judge the tests of this change.
- Is there a test that fails without the change? For a bug fix: one that shows the bug?
- Which behaviour of the diff has no test: error paths, limits, empty input, order, concurrency, the other platform?
- Tests that cannot fail: no assertion, an assertion on a mock, a caught error, a snapshot taken from wrong output, a condition that skips.
- Tests that will fail by chance: clocks, sleeps, order, network, shared state, random data without a seed.
- Names and set-up that hide what is tested; tests weakened or removed so that the change passes.
Missing tests block only where a plausible mistake in this change would go unnoticed and matter.
`
