import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The files that one call of ssh goes by. */
export type SshFiles = { key: string; knownHosts: string }

export type SshAccess = {
  privateKey: string
  /** The server's own public keys, `type base64`: any other host is not talked to. */
  hostKeys: string[]
  /** `ssh://git@host/owner/name.git` */
  url: string
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** What git starts in place of ssh: one key, known hosts of ours only, no agent, no configuration, no question. */
export const sshCommand = ({ key, knownHosts }: SshFiles): string =>
  [
    'ssh',
    '-F /dev/null',
    '-i',
    quoted(key),
    ...[
      'IdentitiesOnly=yes',
      'IdentityAgent=none',
      'BatchMode=yes',
      'PasswordAuthentication=no',
      'StrictHostKeyChecking=yes',
      `UserKnownHostsFile=${quoted(knownHosts)}`,
      'GlobalKnownHostsFile=/dev/null',
      'UpdateHostKeys=no',
      'ForwardAgent=no',
      'PermitLocalCommand=no',
      'ConnectTimeout=30',
      'ServerAliveInterval=15',
      'ServerAliveCountMax=4',
    ].map(setting => `-o ${setting}`),
  ].join(' ')

const hostOf = (url: string): string => {
  const { hostname, port } = new URL(url)
  return port === '' || port === '22' ? hostname : `[${hostname}]:${port}`
}

/** The key stands in a file that only we can read, for as long as `use` takes. */
export const withSshFiles = async <T>(
  place: string,
  { privateKey, hostKeys, url }: SshAccess,
  use: (files: SshFiles) => Promise<T>,
): Promise<T> => {
  const folder = await mkdtemp(join(place, 'push-'))
  const files = { key: join(folder, 'key'), knownHosts: join(folder, 'known-hosts') }
  try {
    await writeFile(files.knownHosts, hostKeys.map(key => `${hostOf(url)} ${key}\n`).join(''), { mode: 0o600 })
    await writeFile(files.key, `${privateKey}\n`, { mode: 0o600 })
    return await use(files)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const CURES: [RegExp, string][] = [
  [
    /read.only/i,
    'found a deploy key that may only read; expected one with write access; add its public half anew with “Allow write access”',
  ],
  [
    /Permission denied \(/,
    'found a key that is not known there; expected a deploy key of this repository with write access; add its public half under Settings, Deploy keys',
  ],
  [
    /Host key verification failed/,
    'found a server with other host keys than the API tells; expected those of GET /meta; look who answers for that name',
  ],
  [
    /cannot run ssh|ssh: (?:command )?not found/,
    'found no program ssh; expected OpenSSH’s client on the runner; install it, or use push-token',
  ],
]

/** What a refusal of ssh or of the server means, and what to do. */
export const sshRefusal = (said: string): string => {
  const cure = CURES.find(([sign]) => sign.test(said))?.[1]
  return cure === undefined ? said : `push-key: ${cure} (${said})`
}
