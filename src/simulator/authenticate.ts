import { anonymous, type Viewer } from './access.ts'
import { Refusal } from './refusal.ts'
import type { World } from './world/world.ts'

/** The token of `Authorization: token|bearer T`, or the password of git's Basic. */
export function tokenOf(header: string | undefined): string | null {
  const match = /^(token|bearer|basic) +(.+)$/i.exec(header ?? '')
  if (!match) return null
  const [, scheme = '', credentials = ''] = match
  if (scheme.toLowerCase() !== 'basic') return credentials.trim()
  const decoded = Buffer.from(credentials, 'base64').toString('utf8')
  return decoded.slice(decoded.indexOf(':') + 1)
}

/** Who asks; a token nobody has is refused, none at all is anonymous. */
export function authenticate(world: World, header: string | undefined): Viewer {
  const text = tokenOf(header)
  if (text === null) return anonymous
  const token = world.tokens.find(known => known.token === text)
  const account = token ? world.account(token.login) : null
  if (!token || !account) throw new Refusal(401, 'Bad credentials')
  return { account, kind: token.kind, permissions: token.permissions, repositories: token.repositories }
}
