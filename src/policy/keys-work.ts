import { key } from './key.ts'
import { commandLine, flag, glob, line, listOf, mailAddress, objectOf, oneOf, orNull, whole } from './leaves.ts'

const identity = objectOf('`name` and `email`', { name: line(100).schema, email: mailAddress.schema })

/** The sweep, and work beyond reviews. */
export const workKeys = {
  backlog: key(flag, false, 'Whether the sweep takes pull requests that nobody touched since the workflow was added.'),
  'max-dispatches': key(whole(1, 100), 20, 'Runs one sweep starts.'),
  'sweep-page-size': key(
    whole(1, 100),
    50,
    'Pull requests the sweep reads at once; lower it where GitHub answers with timeouts.',
  ),
  fix: key(oneOf('off', 'run'), 'off', '`run`: a second job lets an agent mend blocking findings and pushes to the branch.'),
  'fix-findings': key(oneOf('blocking', 'all'), 'blocking', 'Which open findings become fix tasks.'),
  'verify-command': key(orNull(commandLine), null, 'Run on a fix before it is pushed; a failure throws the fix away.'),
  'protected-paths': key(
    listOf(glob),
    ['.github/**', '**/CODEOWNERS'],
    'Files no fix may touch. Agents’ own configuration, git’s folders, links and submodules are always refused.',
  ),
  'allow-lock-files': key(flag, false, 'Whether a fix may change package managers’ lock files.'),
  'fix-forks': key(flag, false, 'Whether fixes are pushed to forks that allow it.'),
  'commit-identity': key(
    identity,
    { name: 'github-actions[bot]', email: '41898282+github-actions[bot]@users.noreply.github.com' },
    'Author of the commits that fix.',
  ),
  'auto-merge': key(
    oneOf('off', 'merge', 'squash', 'rebase'),
    'off',
    'Turn GitHub’s auto-merge on when a review agrees, with this method; off again on a later fix.',
  ),
  'accept-merge-without-push-runs': key(
    flag,
    false,
    'A merge by the workflow’s own token starts no `push` workflow: accept that, or give another token.',
  ),
}
