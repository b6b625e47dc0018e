export const documentation = `
Compare what is written with what the code does.
- Statements in comments, README, help texts, changelog and examples that this change makes false.
- Behaviour, options, environment variables, errors and limits that users can meet and that are described nowhere.
- Examples and commands that would not run as written; links and names that lead nowhere.
- Steps for upgrading where something old stops working.
Wording and style are not findings; a false or missing statement that will mislead a reader is.
`
