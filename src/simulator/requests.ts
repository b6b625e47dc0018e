/** One HTTP request as the simulator saw it. */
export type RequestRecord = {
  /** 1 for the first. */
  number: number
  at: number
  method: string
  path: string
  query: URLSearchParams
  headers: Record<string, string>
  body: unknown
  kind: 'read' | 'write' | 'git' | 'page'
  /** `issues/create-comment`, `graphql`, `git-upload-pack`; null = no such route. */
  route: string | null
  /** GraphQL: the operation's name and its root fields. */
  operation: string | null
  fields: string[]
  /** The login that asked; null = nobody. */
  login: string | null
  /** null until answered, or when the answer was lost. */
  status: number | null
}

/** The log of everything that was asked. Git's own requests are counted apart: they cost no API budget. */
export class RequestLog {
  readonly all: RequestRecord[] = []

  get api(): RequestRecord[] {
    return this.all.filter(request => request.kind === 'read' || request.kind === 'write')
  }

  get writes(): RequestRecord[] {
    return this.all.filter(request => request.kind === 'write')
  }

  get reads(): RequestRecord[] {
    return this.all.filter(request => request.kind === 'read')
  }

  get git(): RequestRecord[] {
    return this.all.filter(request => request.kind === 'git')
  }

  /** Those of a REST operation, a GraphQL operation or a GraphQL root field. */
  of(name: string): RequestRecord[] {
    return this.all.filter(request => request.route === name || request.operation === name || request.fields.includes(name))
  }

  clear(): void {
    this.all.length = 0
  }

  /** One line a request, for the message of a failing test. */
  summary(): string {
    return this.all
      .map(
        ({ number, method, path, operation, fields, status }) =>
          `${number} ${method} ${path} ${operation ?? ''} ${fields.join(',')} → ${status ?? 'no answer'}`,
      )
      .join('\n')
  }
}
