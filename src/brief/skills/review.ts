/** Always part of a brief. */
export const review = `
Find what would hurt: wrong results, lost or corrupted data, crashes, hangs, races, leaks, security holes, broken contracts with callers, failures that nobody would notice.

How to work:
1. Understand what the change is meant to do, from its code first and its description second. Where they differ, that is a finding.
2. Read every hunk with the code round it: callers of what changed, what it calls, the types and the tests. Open the files; the diff alone misleads.
3. For each suspicion find the input, state or order of events in which it fails. Follow the values. If you cannot, it is "suspected" or it is nothing.
4. Ask what is missing: the other call sites, the error path, the empty, huge, concurrent, repeated and malformed case, the way back, the migration, the test.
5. Before you report, try to refute each finding: a guard elsewhere, a type that forbids it, a test that covers it.

Severity: critical = data loss, security breach, outage for many; high = wrong behaviour in normal use; medium = wrong in rarer cases, or a trap for the next change; low = worth a note.
Block only for what must not be merged. Taste, naming and style are not findings unless the project's conventions demand them.
`
