export type RefusalDetail = string | { resource: string; field: string; code: string; message?: string }

/** GitHub says no: an HTTP status and message for REST, `type` and message for GraphQL. */
export class Refusal extends Error {
  readonly status: number
  readonly details: RefusalDetail[]
  readonly headers: Record<string, string>

  constructor(status: number, message: string, more: { details?: RefusalDetail[]; headers?: Record<string, string> } = {}) {
    super(message)
    this.status = status
    this.details = more.details ?? []
    this.headers = more.headers ?? {}
  }

  /** The `type` of a GraphQL error. */
  get type(): string {
    return { 401: 'FORBIDDEN', 403: 'FORBIDDEN', 404: 'NOT_FOUND' }[this.status] ?? 'UNPROCESSABLE'
  }
}

export const notFound = () => new Refusal(404, 'Not Found')
export const forbidden = (message = 'Resource not accessible by integration') => new Refusal(403, message)
export const unprocessable = (message: string, details: RefusalDetail[] = []) => new Refusal(422, message, { details })
/** GitHub's usual envelope: the words stand in `errors`. */
export const invalid = (...details: RefusalDetail[]) => unprocessable('Validation Failed', details)

/** The value, or GitHub's 404. */
export const found = <T>(value: T | null | undefined): T => {
  if (value === null || value === undefined) throw notFound()
  return value
}
