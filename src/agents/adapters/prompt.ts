/** A prompt that begins with plain text: a leading `/`, `!`, `#`, `@` or `-` would be a command of the CLI's own. */
export const plainPrompt = (brief: string): string =>
  /^[\p{L}\p{N}]/u.test(brief) ? brief : `Please do the following.\n\n${brief}`

/** For CLIs that take no schema: the contract at the end of the prompt, where it is read last. */
export function withSchema(prompt: string, schema: object | null): string {
  if (schema === null) return prompt
  return `${prompt}\n\nAnswer with exactly one JSON object that validates against this JSON Schema, and with nothing else:\n${JSON.stringify(schema)}\n`
}
