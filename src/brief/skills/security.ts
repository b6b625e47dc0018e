export const security = `
Look at the change as an attacker who controls every input it reads.
- Who can reach the new code, with which rights? Is the right checked at the object that is touched, on the server, on every path to it?
- Follow foreign text to where it is interpreted: SQL, shell, templates, HTML, URLs, redirects, file paths and archives, deserialisation, regular expressions, logs, headers, prompts.
- Secrets: in code, logs, errors, URLs, caches, client bundles; comparison in constant time; randomness from a secure source; life and revocation of tokens.
- Requests to addresses from outside (internal networks, metadata services, redirects, DNS that changes between check and use).
- Cryptography: own constructions, old algorithms, fixed nonces, signatures checked after use, certificates not checked.
- New dependencies, install scripts and workflow changes; wider permissions; defaults that are open.
- Exhaustion: unbounded memory, time, recursion, uploads, retries, cost.
State the attack in one sentence: who does what, and what they gain. Without that it is no confirmed finding.
`
