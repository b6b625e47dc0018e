/** The schema without `$schema`: claude refuses to start when it does not know the dialect that is named there. */
export function withoutDialect(schema: object | null): object | null {
  if (schema === null) return null
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema'))
}

/** Whether a schema is one that OpenAI's strict mode takes: every object closed, and every property required. */
export function isStrictSchema(schema: unknown): schema is object {
  if (typeof schema !== 'object' || schema === null) return false
  return everyPart(schema)
}

function everyPart(part: unknown): boolean {
  if (Array.isArray(part)) return part.every(everyPart)
  if (typeof part !== 'object' || part === null) return true
  return isClosed(new Map(Object.entries(part))) && Object.values(part).every(everyPart)
}

function isClosed(part: Map<string, unknown>): boolean {
  const properties = part.get('properties')
  if (part.get('type') !== 'object' || typeof properties !== 'object' || properties === null) return true
  const required = part.get('required')
  const all = Array.isArray(required) && Object.keys(properties).every(name => required.includes(name))
  return all && part.get('additionalProperties') === false
}
