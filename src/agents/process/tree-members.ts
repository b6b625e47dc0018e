import type { ProcessTable } from './process-table.ts'

/** Processes known to belong to an attempt, by pid, with their start so that a reused pid is not taken for them. */
export type Known = Map<number, string>

export type Outsiders = { pid: number; pgid: number; sid: number }

/**
 * Everything that belongs to an attempt: what was known, what carries its tag, and each child, group member and session
 * member of those, to a fixed point. Never init, never we ourselves, never our own group or session.
 */
export function membersOf(table: ProcessTable, known: Known, self: Outsiders): Known {
  const mine: Known = new Map()
  const groups = new Set<number>()
  const sessions = new Set<number>()
  const take = (pid: number): void => {
    const row = table.get(pid)
    if (row === undefined || pid === self.pid || pid <= 1) return
    mine.set(pid, row.start)
    if (row.pgid !== self.pgid && row.pgid > 1) groups.add(row.pgid)
    if (row.sid !== self.sid && row.sid > 1) sessions.add(row.sid)
  }
  for (const [pid, row] of table) if (row.tagged || known.get(pid) === row.start) take(pid)
  for (let before = -1; before !== mine.size; ) {
    before = mine.size
    for (const [pid, row] of table) {
      if (!mine.has(pid) && (mine.has(row.ppid) || groups.has(row.pgid) || sessions.has(row.sid))) take(pid)
    }
  }
  return mine
}
