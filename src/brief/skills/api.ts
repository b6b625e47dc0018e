export const api = `
Look at every contract that others rely on: public functions, HTTP and RPC endpoints, events, schemas, command lines, configuration, file formats.
- What worked before that now fails, or answers differently: names, types, defaults, order, errors, status codes, required fields, timing?
- Is it a break for clients that update later, and for data and messages already written? Is there a version, a deprecation, a migration?
- Are new inputs validated with errors that say what was found and what is expected? Are limits, paging, idempotency and retries defined?
- Is the new surface smaller than it could be, consistent with its neighbours, and hard to misuse? Once public it stays.
- Do documentation, examples, types and generated clients agree with the code?
`
