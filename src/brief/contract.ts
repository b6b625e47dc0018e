import { type Report, reportJsonSchema } from '../review/report.ts'

/** Its SHA is that of no commit, so the host can never take it for an answer. */
export const exampleReport: Report = {
  sha: '0000000000000000000000000000000000000000',
  verdict: 'request-changes',
  summary: 'EXAMPLE ONLY. Adds retries to the client; the new loop never ends when the server keeps answering 503.',
  findings: [
    {
      title: 'EXAMPLE: retry loop has no bound',
      body: 'EXAMPLE. `attempt` is never raised, so `while (attempt < limit)` does not end on 503. Raise it in the catch block.',
      path: 'src/example-client.ts',
      line: 31,
      startLine: 28,
      side: 'RIGHT',
      severity: 'high',
      confidence: 'confirmed',
      blocking: true,
      origin: 'introduced',
    },
  ],
  prior: [],
}

/** What the answer must be: the only place where it is said. */
export const contract = (head: string): string =>
  `Your answer

Answer with ONE JSON object and nothing else: no prose before or after it, no code fence. You have no other way to publish anything; do not try to comment, approve, commit or change files.

JSON Schema of the answer:
${JSON.stringify(reportJsonSchema)}

Rules:
- "sha" is exactly "${head}", the commit under review. An answer with another one is thrown away.
- "verdict" is "request-changes" exactly when at least one finding blocks: blocking true, confidence "confirmed", severity above "low", origin "introduced" or "regressed", or an earlier blocking finding is still open. Otherwise it is "approve". An answer that contradicts itself is thrown away.
- "path", "line", "side" point into the diff as it is numbered below: RIGHT with the new number for added and unchanged lines, LEFT with the old number for deleted ones. A range lies within one hunk, "line" is its last line. A finding about something that the diff does not show has path (or null) and line null.
- "confirmed" means that you followed the code and can say with which input or state it fails and what happens then. Otherwise it is "suspected", and does not block.
- One finding for each cause, not for each place; at most 100, the worst. Do not repeat what a compiler, formatter or linter says. No praise.
- "summary": two to five sentences for the author: what the change does, and what decides the verdict.

An example of the form (not of the content; its sha is refused):
${JSON.stringify(exampleReport)}`
