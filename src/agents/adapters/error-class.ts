export type ErrorClass = 'auth' | 'quota' | 'transient'

/** In this order: a vendor's quota often comes with the status of a rate limit, and a login error with that of a bad request. */
const classes: [ErrorClass, RegExp][] = [
  [
    'quota',
    /insufficient[_ ]quota|exceeded your (?:current |daily |monthly )?quota|exhausted your (?:\w+ ){0,2}quota|quota (?:is |has been )?(?:exceeded|exhausted|reached)|(?:usage|spend(?:ing)?|plan|weekly|daily|monthly) limits?|(?:hit|reached|exceeded) your (?:\w+ ){0,3}limits?|credit balance|out of credits?|no credits|insufficient (?:credits?|funds|balance)|billing|payment required|\b402\b/i,
  ],
  [
    'auth',
    /\b40[13]\b|unauthori[sz]ed|authenticat|not logged in|please (?:run \/?|re-?)?log[ -]?in|(?:invalid|incorrect|missing|expired|no) (?:x-)?api[-_ ]?key|api[-_ ]?key (?:is |was |has )?(?:not |in)?(?:missing|set|valid|found|expired)|invalid_api_key|(?:expired|invalid) token|token (?:has |is )?(?:expired|invalid)|forbidden|missing environment variable|permission[_ ]denied on resource/i,
  ],
  [
    'transient',
    /\b429\b|rate[-_ ]?limit|too many requests|(?:status|error|http|code)\W{0,3}5\d\d\b|\b5(?:00|02|03|04|29)\b|overloaded|at capacity|high demand|econn(?:refused|reset|aborted)|etimedout|eai_again|enotfound|ehostunreach|enetunreach|socket hang ?up|connection (?:was )?(?:refused|reset|closed|failed|error)|fetch failed|timed? ?out|temporarily|unavailable|internal server error|bad gateway|stream disconnected|terminated|waiting for network|malformed response|resource[_ ](?:has been )?exhausted/i,
  ],
]

/** The class an error text proves, or null. Only for error fields and error streams: an honest review may speak of quotas. */
export const classOfError = (text: string): ErrorClass | null =>
  classes.find(([, pattern]) => pattern.test(text.slice(0, 4_000)))?.[0] ?? null

/** How a line of plain output begins that reports an error and is not part of a review. */
const errorLine =
  /^[^\p{L}\p{N}]{0,8}(?:(?:api |fatal |http )?(?:error|failure|fatal)\b|you['’]?ve (?:hit|reached|exceeded)|you have (?:hit|reached|exceeded)|(?:claude )?(?:ai )?(?:usage|rate|session|weekly|daily) limit|(?:\w+ )?quota exceeded|insufficient[_ ]quota|credit balance|unauthorized|not logged in|please (?:run|log ?in)|invalid api key|authentication|overloaded|too many requests|(?:http )?[45]\d\d\b|connection (?:refused|reset)|econn)/iu

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
