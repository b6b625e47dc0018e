export const architecture = `
Look at the shape of the change beyond its lines.
- Does each piece stand where the project keeps its kind? Do dependencies still point in one direction?
- Is a rule now written in two places that can part ways? Is a second way introduced beside one that exists?
- Boundaries: what leaks through an interface (storage formats, transport errors, clocks, threads)? Which callers must now know more than before?
- State: who owns it, who may change it, what happens when two do, what survives a crash half-way.
- Could the next likely change be made in one place? Is something made general that has a single use?
Report only what will cost someone later, and say whom, when and how. Name the smaller change that would avoid it.
`
