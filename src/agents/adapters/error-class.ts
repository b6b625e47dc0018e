export type ErrorClass = 'auth' | 'quota' | 'transient'

/** A status where a status stands: behind such a word, or at the start of a line. "403 files" somewhere in a sentence is none. */
const status = (codes: string): string =>
  `(?:(?:status|error|http(?:/[\\d.]{1,4})?|code|\\()\\W{0,3}|^\\W{0,3})(?:${codes})\\b(?! [a-z]+s\\b)`

const anyOf = (...parts: string[]): RegExp => new RegExp(parts.join('|'), 'im')

/** In this order: a vendor's quota often comes with the status of a rate limit, and a login error with that of a bad request. */
const classes: [ErrorClass, RegExp][] = [
  [
    'quota',
    anyOf(
      status('402'),
      'insufficient[_ ]quota|insufficient (?:credits?|funds|balance)|credit balance|out of credits?|no credits|billing|payment required',
      '(?:exceeded|exhausted) your (?:\\w+ ){0,2}quota|quota (?:is |has been )?(?:exceeded|exhausted|reached)',
      '(?:usage|spend(?:ing)?|plan|weekly|daily|monthly) limits?|(?:hit|reached|exceeded) your (?:\\w+ ){0,3}limits?',
    ),
  ],
  [
    'auth',
    anyOf(
      status('40[13]'),
      'unauthori[sz]ed|authenticat|forbidden|not logged in|please (?:run /?|re-?)?log[ -]?in|permission[_ ]denied on resource',
      '(?:invalid|incorrect|missing|expired|no) (?:x-)?api[-_ ]?key|invalid_api_key|missing environment variable',
      'api[-_ ]?key (?:is |was |has )?(?:not |in)?(?:missing|set|valid|found|expired)|(?:expired|invalid) token|token (?:has |is )?(?:expired|invalid)',
    ),
  ],
  [
    'transient',
    anyOf(
      status('408|429|5\\d\\d'),
      'rate[-_ ]?limit|too many requests|overloaded|at capacity|high demand|resource[_ ](?:has been )?exhausted',
      'econn(?:refused|reset|aborted)|etimedout|eai_again|enotfound|ehostunreach|enetunreach|socket hang ?up|fetch failed',
      'connection (?:was )?(?:refused|reset|closed|failed|error)|stream disconnected|waiting for network|terminated',
      'timed? ?out|temporarily|unavailable|internal server error|bad gateway|malformed response',
    ),
  ],
]

/** The class an error text proves, or null. Only for error fields and error streams: an honest review may speak of quotas. */
export const classOfError = (text: string): ErrorClass | null =>
  classes.find(([, pattern]) => pattern.test(text.slice(0, 4_000)))?.[0] ?? null

/** An error message goes on with punctuation or ends; a sentence of a review ("Error handling is missing") goes on with words. */
const stop = '(?:\\s{0,3}[.!:;,·|(–-]|\\s{0,3}$)'

/** How a line of plain output begins that reports an error and is not part of a review. */
const errorLine = new RegExp(
  `^[^\\p{L}\\p{N}]{0,8}(?:${[
    '(?:\\w{1,20} )?(?:error|failure|fatal)(?::| \\d)',
    `(?:you['’]?ve|you have) (?:hit|reached|exceeded) your`,
    '(?:\\w{1,20} ){0,2}limit (?:has been )?(?:reached|exceeded|hit)',
    'credit balance (?:is )?too low|please run /?login',
    '(?:http(?:/[\\d.]{1,4})? )?[45]\\d\\d (?:unauthorized|forbidden|payment|too many|internal|bad gateway|service|overloaded|not found|error)',
    `(?:(?:\\w{1,20} )?quota exceeded|insufficient[_ ]quota|unauthorized|not logged in|please log ?in|invalid api key|authentication (?:failed|error|required)|overloaded|too many requests|connection (?:refused|reset)|econn\\w{1,10})${stop}`,
  ].join('|')})`,
  'iu',
)

const longestErrorLine = 400
const mostErrorLines = 6

/** The error lines of a short output that holds little else; null when it could be a review. */
export function errorLinesOf(output: string): string | null {
  const lines = output
    .trim()
    .split('\n', mostErrorLines + 1)
    .filter(line => line.trim() !== '')
  if (lines.length === 0 || lines.length > mostErrorLines || lines.some(line => line.length > longestErrorLine)) return null
  const errors = lines.filter(line => errorLine.test(line))
  return errors.length > 0 ? errors.join('\n') : null
}

/** The last lines of an error stream. */
export function lastLinesOf(stream: string, count = 5): string {
  const lines = stream
    .slice(-8_192)
    .split('\n')
    .filter(line => line.trim() !== '')
  return lines
    .slice(-count)
    .map(line => line.slice(-1_000))
    .join('\n')
}
