/**
 * Reads what a step wrote to GITHUB_OUTPUT, GITHUB_STATE or GITHUB_ENV: `NAME=value` lines and
 * `NAME<<DELIMITER` blocks. A later value of a name replaces an earlier one. Throws where the runner would fail the step.
 */
export const parseFileCommands = (text: string): Record<string, string> => {
  const lines = text.split(/\r?\n/)
  const found: Record<string, string> = {}
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ''
    if (line === '') continue
    const equals = line.indexOf('=')
    const heredoc = line.indexOf('<<')
    if (heredoc > 0 && (equals < 0 || heredoc < equals)) {
      const end = lines.indexOf(line.slice(heredoc + 2), at + 1)
      if (end < 0)
        throw new Error(`The value of "${line.slice(0, heredoc)}" has no end. Expected a line "${line.slice(heredoc + 2)}".`)
      found[line.slice(0, heredoc)] = lines.slice(at + 1, end).join('\n')
      at = end
    } else if (equals > 0) {
      found[line.slice(0, equals)] = line.slice(equals + 1)
    } else {
      throw new Error(`"${line}" is no file command. Expected NAME=value or NAME<<DELIMITER.`)
    }
  }
  return found
}
