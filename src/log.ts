/**
 * One line of the log from one step. Text of others in it can neither begin a line nor be a workflow command: the runner takes
 * `::` only at the beginning of a line, and `##[` anywhere.
 */
export const logLine = (line: string): string =>
  line
    // The step's word in a column of its own.
    .replace(/^([a-z]{1,8}) {2,}/, (_, step: string) => step.padEnd(9))
    .replace(/[\r\n\u2028\u2029]+/g, ' ⏎ ')
    .replace(/##\[/g, '## [')
    .replace(/^\s*::/, ' : :')
    // Control characters of others' text would move the cursor of whoever reads the log.
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
    .slice(0, 2_000)
