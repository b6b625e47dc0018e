export const performance = `
Look for cost that grows with something real: users, rows, files, time.
- Work inside loops: queries, requests, parsing, allocation, locks; N+1; nested scans that are quadratic in an input of unbounded size.
- Whole sets read into memory where a page or a stream would do; caches without bound or with wrong keys; missing indexes.
- Blocking calls on threads that serve others; waiting in sequence for what could run together; retries that multiply load.
- Payload size, start-up time, bundle size where users wait for them.
State the size at which it hurts and what happens then. Without a plausible size it is not a finding. Do not trade clear code for speed that nobody measures.
`
