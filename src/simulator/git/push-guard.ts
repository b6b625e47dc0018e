import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a pusher may not do, although it may push. `onlyTo` = these refs alone; null = all. */
export type PushLimits = { workflows: boolean; onlyTo: string[] | null }

/** What a new branch changes is what its commits change that no branch has. */
const hook = `#!/bin/sh
if [ -n "$PUSHER_ONLY_TO" ]; then
  case " $PUSHER_ONLY_TO " in *" $1 "*) ;; *) echo "Permission denied to push to $1" >&2; exit 1 ;; esac
fi
[ -n "$PUSHER_LACKS_WORKFLOWS" ] || exit 0
case "$3" in *[!0]*) ;; *) exit 0 ;; esac
case "$2" in *[!0]*) changed=$(git diff --name-only "$2" "$3" -- .github/workflows) ;;
*) changed=$(git log --format= --name-only "$3" --not --branches -- .github/workflows) ;; esac
[ -z "$changed" ] && exit 0
echo "refusing to allow a GitHub App to create or update workflow \\\`$(echo "$changed" | head -n 1)\\\` without \\\`workflows\\\` permission" >&2
exit 1
`

/** What git is started with, so that it refuses what GitHub does: changes of workflow files without that right (fact 25, case 146), other branches of a fork. */
export const pushGuard = (dir: string, { workflows, onlyTo }: PushLimits): Record<string, string> => {
  mkdirSync(join(dir, 'hooks'), { recursive: true })
  writeFileSync(join(dir, 'hooks/update'), hook, { mode: 0o755 })
  return {
    ...(workflows ? {} : { PUSHER_LACKS_WORKFLOWS: '1' }),
    ...(onlyTo === null ? {} : { PUSHER_ONLY_TO: onlyTo.join(' ') }),
  }
}
