import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { killMembers, livingMembers, sendSignal, type TreeSeed } from './end-tree.ts'
import type { CommandEnd, EndPlan, Guarded, Launch, Means, Proof } from './means.ts'

/** How often the tree is looked at while it runs, so that what later loses its parents is known by then. */
const lookEveryMs = 100

/** The next best where no subreaper exists: process group, environment tag, and the closure over parents, groups and sessions. */
export const closureMeans: Means = {
  name: 'process group, environment tag and parent closure',
  proves: false,
  launch: launchGrouped,
}

function launchGrouped(launch: Launch): Guarded {
  const [program, ...args] = launch.argv
  const child = spawn(program, args, { cwd: launch.cwd, env: launch.env, stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  const watchdog = child.pid === undefined ? null : startWatchdog(child.pid, launch)
  const seed: TreeSeed = { tag: launch.tag, known: new Map() }
  const looking = setInterval(() => livingMembers(seed), lookEveryMs)
  const over = overOf(child)
  let killAt = Number.POSITIVE_INFINITY
  const end = async (plan: EndPlan | null): Promise<Proof> => {
    const startedAt = performance.now()
    killAt = Math.min(killAt, startedAt + (plan?.killAfterMs ?? launch.leftoverGraceMs))
    const termAt = Math.min(killAt, startedAt + (plan?.termAfterMs ?? 0))
    if (plan !== null && plan.first !== 'SIGTERM' && child.pid !== undefined) sendSignal(child.pid, plan.first)
    const asked = new Set<number>()
    for (;;) {
      const living = livingMembers(seed)
      if (living.length === 0 || performance.now() >= killAt) break
      if (performance.now() >= termAt) for (const pid of living) askOnce(pid, asked)
      await pause(25)
    }
    clearInterval(looking)
    const proof = await killMembers(seed)
    watchdog?.stdin?.destroy()
    watchdog?.kill('SIGKILL')
    return proof
  }
  return { child, over, end }
}

function askOnce(pid: number, asked: Set<number>): void {
  if (!asked.has(pid)) sendSignal(pid, 'SIGTERM')
  asked.add(pid)
}

const overOf = (child: ChildProcess): Promise<CommandEnd> =>
  new Promise(resolve => {
    child.once('error', error => resolve({ kind: 'unstartable', why: error.message }))
    child.once('exit', (code, signal) => resolve({ kind: 'exited', code, signal }))
  })

/** Kills group, tag bearers and children when our end of its stdin closes, which the kernel does even after a SIGKILL of ours. */
const watchdogScript = `
read -r _
for round in 1 2 3 4 5; do
  kill -s KILL -- "-$1" 2>/dev/null
  for file in $(grep -l -- "$2" /proc/[0-9]*/environ 2>/dev/null); do
    pid=\${file#/proc/}; pid=\${pid%/environ}
    [ "$pid" = "$$" ] || kill -s KILL "$pid" 2>/dev/null
  done
  ps -A -o pid= -o ppid= -o pgid= | awk -v root="$1" '{ up[$1] = $2; group[$1] = $3 }
    END { mine[root] = 1; for (grew = 1; grew;) { grew = 0; for (p in up) if (!(p in mine) && (up[p] in mine || group[p] == root)) { mine[p] = 1; grew = 1 } }
    for (p in mine) print p }' | while read -r pid; do kill -s KILL "$pid" 2>/dev/null; done
done
`

function startWatchdog(pid: number, launch: Launch): ChildProcess {
  const env = { PATH: launch.env.PATH ?? '/usr/bin:/bin' }
  const watchdog = spawn('/bin/sh', ['-c', watchdogScript, 'watchdog', String(pid), launch.tag], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env,
    detached: true,
  })
  watchdog.on('error', () => {})
  watchdog.stdin?.on('error', () => {})
  watchdog.unref()
  return watchdog
}
