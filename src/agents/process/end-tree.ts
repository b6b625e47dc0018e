import { setTimeout as pause } from 'node:timers/promises'
import { type ProcessTable, readProcesses } from './process-table.ts'
import { type Known, membersOf } from './tree-members.ts'

export type TreeSeed = { tag: string; known: Known }

/** The attempt's living processes now; what is found is remembered in the seed. */
export function livingMembers(seed: TreeSeed, read: (tag: string) => ProcessTable = readProcesses): number[] {
  const table = read(seed.tag)
  const own = table.get(process.pid)
  const members = membersOf(table, seed.known, { pid: process.pid, pgid: own?.pgid ?? 0, sid: own?.sid ?? 0 })
  for (const [pid, start] of members) seed.known.set(pid, start)
  return [...members.keys()]
}

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone already, or another user's: the next look at the table tells which.
  }
}

/** Kills all members: stopped first, looked at again for children born meanwhile, then killed, until none is left. */
export async function killMembers(seed: TreeSeed): Promise<{ ended: number; left: number }> {
  const killed = new Set<number>()
  for (let round = 0; round < 40; round++) {
    const living = livingMembers(seed)
    if (living.length === 0) return { ended: killed.size, left: 0 }
    for (const pid of living) sendSignal(pid, 'SIGSTOP')
    for (const pid of livingMembers(seed)) {
      sendSignal(pid, 'SIGKILL')
      killed.add(pid)
    }
    await pause(round < 5 ? 5 : 25)
  }
  return { ended: killed.size, left: livingMembers(seed).length }
}
