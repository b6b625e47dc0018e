import { ConfigError, GitHubError } from './github/errors.ts'

/** What a person reads when the run could not go on. */
export const failureText = (error: unknown): string => {
  if (error instanceof GitHubError && error.status === 401)
    return `token: found one that GitHub does not know (${error.message}); expected a valid token; check the input token and its expiry`
  if (error instanceof ConfigError || error instanceof GitHubError) return error.message
  return `unexpected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`
}
