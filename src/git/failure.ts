/** Why git could not do what was asked. `missing` = the object or ref is not there; `denied` = the token may not. */
export type GitFailure = {
  kind: 'git-failed'
  why: 'timeout' | 'stopped' | 'missing' | 'denied' | 'unreachable' | 'unrelated' | 'too-large' | 'error'
  message: string
}

export const gitFailure = (why: GitFailure['why'], message: string): GitFailure => ({ kind: 'git-failed', why, message })

const signs: [RegExp, GitFailure['why']][] = [
  [/not our ref|couldn't find remote ref|unadvertised object|bad object|not a valid object|remote did not send/i, 'missing'],
  [
    /Authentication failed|could not read Username|Permission denied|error: 40[13]\b|Repository not found|terminal prompts disabled/i,
    'denied',
  ],
  [
    /Could not resolve|(?:Failed|Couldn't) (?:to )?connect|Connection (?:to \S+ )?(?:refused|reset|timed out|closed)|Network is unreachable/i,
    'unreachable',
  ],
  [/Operation (?:too slow|timed out)|error: (?:429|5\d\d)\b|HTTP (?:429|5\d\d)\b|Internal Server Error/i, 'unreachable'],
  [
    /early EOF|hung up|unexpected disconnect|transfer closed|Empty reply|(?:Recv|Send) failure|RPC failed; curl|HTTP\/2 stream|SSL_/i,
    'unreachable',
  ],
]

/** What git's own words on stderr mean. */
export const whyOf = (stderr: string): GitFailure['why'] => signs.find(([sign]) => sign.test(stderr))?.[1] ?? 'error'
