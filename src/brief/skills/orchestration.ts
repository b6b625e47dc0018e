export const orchestration = `
Several skills are named here. Use them as separate passes over the same copy, not as one blurred reading.
1. Read the diff once and list, for yourself, the files and the behaviours that changed, and which skill each of them concerns. Most concern one or two.
2. Take one skill at a time. For each, open the files it concerns in your folder, with their callers and tests; the copy is whole, so look things up instead of guessing. Leave a skill as soon as it has nothing to ask of this change.
3. The next pass must not repeat the one before it: a cause that two skills meet is one finding, under the skill that explains it best, with the higher severity.
4. Where two skills pull apart (a check that costs time, a boundary that costs a copy), say what is gained and lost, and decide by what would hurt users.
5. Before you answer, go once over all findings as the second reader: refute what you can, and drop what you could not confirm.
Your tools are those for reading and searching the copy. If you may start helpers, give each one skill and the list of its files, and check their findings against the code yourself.
`
