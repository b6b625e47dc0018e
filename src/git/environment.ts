import { type SshFiles, sshCommand } from './ssh.ts'

/** Where git may go: the repository's address and the token for it. The token is never part of the address. */
export type Remote = {
  url: string
  token: string | null /** Allows `file://`, for tests and local reviews. */
  allowFile?: boolean
  /** Opens ssh, for this address alone; without it git has no ssh. */
  ssh?: SshFiles
}

type Setting = [key: string, value: string]

/** Proxies and certificates: what a runner in a company network needs. Nothing else of our environment reaches git. */
const passedOn = /^(?:PATH|(?:https?|all|no)_proxy|SSL_CERT_(?:FILE|DIR)|CURL_CA_BUNDLE|GIT_SSL_CAINFO|SYSTEMROOT|TMPDIR)$/i

const fixedSettings: Setting[] = [
  // Nothing of a tree, a template or a user may run or answer in our place.
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  ['core.attributesFile', '/dev/null'],
  ['core.excludesFile', '/dev/null'],
  ['core.askPass', ''],
  ['core.sshCommand', 'false'],
  ['credential.helper', ''],
  ['credential.interactive', 'false'],
  ['diff.external', ''],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['filter.lfs.smudge', ''],
  ['filter.lfs.required', 'false'],
  ['protocol.allow', 'never'],
  ['protocol.https.allow', 'always'],
  ['protocol.http.allow', 'always'],
  // Names as C-quoted bytes: the parser undoes it without loss, whatever their encoding.
  ['core.quotePath', 'true'],
  ['core.precomposeUnicode', 'false'],
  ['core.autocrlf', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  // A connection below 1,000 bytes a second for 30 s is dead.
  ['http.lowSpeedLimit', '1000'],
  ['http.lowSpeedTime', '30'],
]

const headerFor = (remote: Remote): Setting[] => {
  if (remote.token === null) return []
  const credentials = Buffer.from(`x-access-token:${remote.token}`).toString('base64')
  return [[`http.${new URL(remote.url).origin}/.extraheader`, `AUTHORIZATION: basic ${credentials}`]]
}

const asEnvironment = (settings: Setting[]): Record<string, string> =>
  Object.fromEntries([
    ['GIT_CONFIG_COUNT', String(settings.length)],
    ...settings.flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ])

type Surroundings = { gitDir: string; outer: Record<string, string | undefined> }

/**
 * The whole environment of one git process: it never prompts, reads no configuration but ours, runs no hook, filter or helper,
 * and gets the token by environment configuration, for the remote's own host only: it is in no file and no argument.
 */
export const gitEnvironment = (remote: Remote, { gitDir, outer }: Surroundings): Record<string, string> => {
  const passed = Object.entries(outer).filter(
    (entry): entry is [string, string] => passedOn.test(entry[0]) && entry[1] !== undefined,
  )
  const ssh: Setting[] =
    remote.ssh === undefined
      ? []
      : [
          ['core.sshCommand', sshCommand(remote.ssh)],
          ['ssh.variant', 'ssh'],
          ['protocol.ssh.allow', 'always'],
        ]
  const file: Setting[] = remote.allowFile ? [['protocol.file.allow', 'always']] : []
  return {
    ...Object.fromEntries(passed),
    LC_ALL: 'C',
    TZ: 'UTC',
    // No ~/.netrc, no ~/.config: the home of git is its own folder.
    HOME: gitDir,
    XDG_CONFIG_HOME: gitDir,
    GIT_DIR: gitDir,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_ASKPASS: '',
    SSH_ASKPASS: '',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_LAZY_FETCH: '1',
    ...asEnvironment([...fixedSettings, ...ssh, ...file, ...headerFor(remote)]),
  }
}

const isSshAddress = ({ protocol, username, password }: URL): boolean =>
  protocol === 'ssh:' && username === 'git' && password === ''

/** Null when the address may be used; else what is wrong with it. */
export const urlComplaint = ({ url, allowFile = false, ssh }: Remote): string | null => {
  if (!URL.canParse(url)) return `found "${url}", expected an https address of a repository`
  if (ssh !== undefined) return isSshAddress(new URL(url)) ? null : `found "${url}", expected ssh://git@… of a repository`
  const { protocol, username, password } = new URL(url)
  if (username !== '' || password !== '') return 'found an address that holds a credential, expected the token on its own'
  const allowed = ['https:', 'http:', ...(allowFile ? ['file:'] : [])]
  return allowed.includes(protocol) ? null : `found "${protocol}", expected ${allowed.join(' or ')}`
}
