import { limitBounds } from '../agents/limits.ts'
import { key } from './key.ts'
import { duration, money, orNull, whole } from './leaves.ts'

const seconds = (name: 'agent-timeout' | 'silence-timeout' | 'run-timeout' | 'backoff') =>
  duration(limitBounds[name].least, limitBounds[name].most)

/** What is bounded: rounds, starts, money, time. Nothing here can be made endless. */
export const limitKeys = {
  'max-cycles': key(whole(1, 20), 3, 'Consecutive heads with a fix requested, then the pull request goes to a person.'),
  'max-starts': key(whole(1, 200), 20, 'Reviews and fixes started since a person last stepped in.'),
  'max-starts-life': key(whole(1, 1_000), 100, 'Reviews and fixes started in the life of a pull request.'),
  'max-cost': key(
    money(10_000),
    5,
    'USD spent on a pull request since a person last stepped in; five times as much in its life.',
  ),
  'daily-runs': key(orNull(whole(1, 10_000)), null, 'Reviews started in the repository per UTC day. Read only when set.'),
  'daily-cost': key(
    orNull(money(100_000)),
    null,
    'USD spent in the repository per UTC day. Read only when set; 50 is a fair start.',
  ),
  'agent-timeout': key(seconds('agent-timeout'), 900, 'Seconds one attempt of an agent may take.'),
  'silence-timeout': key(
    orNull(seconds('silence-timeout')),
    null,
    'Seconds an agent may print nothing; null = as long as it likes.',
  ),
  'run-timeout': key(
    seconds('run-timeout'),
    3_000,
    'Seconds all attempts of a review may take together; keep it below the job’s `timeout-minutes`.',
  ),
  'max-attempts': key(
    whole(limitBounds['max-attempts'].least, limitBounds['max-attempts'].most),
    3,
    'Attempts of one agent before the next one is tried.',
  ),
  backoff: key(seconds('backoff'), 5, 'Seconds before a retry, times the number of the attempt.'),
  'attempt-budget': key(orNull(money(1_000)), null, 'USD one attempt may spend, given to the agent’s own flag.'),
  'enrich-poll': key(duration(1, 60), 5, 'Panel as separate jobs: seconds between looks for the primary review, growing to 60.'),
  'enrich-timeout': key(duration(60, 7_200), 1_800, 'Panel as separate jobs: seconds to wait for the primary review.'),
  'anchor-ttl': key(
    duration(60, 7_200),
    1_800,
    'Panel as separate jobs: seconds after which another member takes the anchor’s place.',
  ),
}
