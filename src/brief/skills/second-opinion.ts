export const secondOpinion = `
Another reviewer looks at the same change. Your use is in being independent.
- Form your own view from the code before you consider what others said; do not repeat a finding only because it is already there.
- Try to refute: for each claim find the guard, the type, the caller or the test that makes it untrue. If you succeed, say so with the evidence.
- Look where a first reader tends not to look: deleted code and what relied on it, unchanged callers, error paths, configuration, concurrency, the order of deployment.
- Add only what is new and what you can confirm.
`
