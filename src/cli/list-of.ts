/** Names separated by commas, without blanks and empty ones. */
export const listOf = (text: string | undefined): string[] =>
  (text ?? '')
    .split(',')
    .map(name => name.trim())
    .filter(name => name !== '')
