import type { FileDiff } from '../git/diff.ts'
import type { Pull, Repository, Thread } from '../world/types.ts'

type Change = { left: number; leftCount: number; rightCount: number }

/** The changed stretches between two versions of a file, without context. */
function changesOf(file: FileDiff): Change[] {
  return file.hunks.map(hunk => ({ left: hunk.at[0]?.left ?? 0, leftCount: hunk.left.size, rightCount: hunk.right.size }))
}

/** Where a line went; null = it was changed or removed. */
function moved(changes: Change[], line: number): number | null {
  let shift = 0
  for (const change of changes) {
    // A pure insertion stands after its line.
    const first = change.leftCount === 0 ? change.left + 1 : change.left
    if (line < first) break
    if (line < first + change.leftCount) return null
    shift += change.rightCount - change.leftCount
  }
  return line + shift
}

/** A thread follows its line from head to head, and is outdated once the line is gone from the diff. */
export function moveThreads(repository: Repository, pull: Pull, after: string): void {
  const open = pull.threads.filter(thread => thread.line !== null)
  if (open.length === 0) return
  const between = new Map(repository.git.changes(pull.head.oid, after, 0).map(file => [file.path, changesOf(file)]))
  const shown = repository.git.diff(pull.base.oid, after)
  for (const thread of open) moveThread(thread, { changes: between.get(thread.path) ?? [], shown })
}

function moveThread(thread: Thread, to: { changes: Change[]; shown: FileDiff[] }): void {
  const shift = (line: number | null) => (line === null || thread.side === 'LEFT' ? line : moved(to.changes, line))
  const line = shift(thread.line)
  const file = to.shown.find(known => known.path === thread.path)
  const visible = line !== null && file?.hunks.some(hunk => (thread.side === 'LEFT' ? hunk.left : hunk.right).has(line))
  thread.outdated = !visible
  thread.line = visible ? line : null
  thread.startLine = visible ? shift(thread.startLine) : null
}
