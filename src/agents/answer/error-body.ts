/** The message of an object that reports an error (`{"error":…}`, an event of type error, `is_error`), or null for any other. */
export function errorTextOf(object: Record<string, unknown>): string | null {
  const { error, type, is_error: isError } = object
  if (typeof error === 'string' && error !== '') return error
  if (typeof error === 'object' && error !== null) return messageOf(error)
  if (isError === true || type === 'error' || type === 'turn.failed') return messageOf(object)
  return null
}

function messageOf(body: object): string {
  const fields = new Map(Object.entries(body))
  const parts = ['type', 'status', 'code', 'message', 'result']
    .map(name => fields.get(name))
    .filter(part => typeof part === 'string' || typeof part === 'number')
  return parts.length > 0 ? parts.join(' ').slice(0, 2_000) : JSON.stringify(body).slice(0, 2_000)
}
