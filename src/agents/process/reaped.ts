import { spawn } from 'node:child_process'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { killMembers, sendSignal, type TreeSeed } from './end-tree.ts'
import type { CommandEnd, EndPlan, Guarded, Launch, Means, Proof } from './means.ts'
import { type Subreaper, subreaperArgs } from './subreaper.ts'

/** The wrapper ends the tree itself; it is waited for this much longer than its plan before we sweep instead. */
const wrapperMarginMs = 500

export const reapedMeans = (reaper: Subreaper): Means => ({
  name: 'subreaper',
  proves: true,
  launch: launch => launchReaped(reaper, launch),
})

function launchReaped(reaper: Subreaper, launch: Launch): Guarded {
  const { PERL5OPT: _opt, PERL5DB: _db, ...env } = launch.env
  const child = spawn(reaper.perl, subreaperArgs(reaper, launch.argv, launch.leftoverGraceMs), {
    cwd: launch.cwd,
    // Without a locale of that name perl would warn on the agent's stderr.
    env: { ...env, PERL_BADLANG: '0' },
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    detached: true,
  })
  const host = child.stdio[3] as Duplex | null
  const said = listen(host)
  // The socket ends when the wrapper does, behind its last word.
  const silent = new Promise<void>(resolve => {
    host?.once('close', () => resolve())
    child.once('error', () => resolve())
  })
  let isOver = false
  void silent.then(() => {
    isOver = true
  })
  const over = new Promise<CommandEnd>(resolve => {
    said.onEnd = resolve
    child.once('error', error => resolve({ kind: 'unstartable', why: error.message }))
    // Without a word only when somebody killed the wrapper.
    void silent.then(() => resolve({ kind: 'exited', code: null, signal: child.signalCode ?? 'SIGKILL' }))
  })
  const seed: TreeSeed = { tag: launch.tag, known: new Map() }
  let deadline = Number.POSITIVE_INFINITY
  const end = async (plan: EndPlan | null): Promise<Proof> => {
    if (plan !== null) host?.write(`stop ${plan.first.slice(3)} ${plan.termAfterMs / 1000} ${plan.killAfterMs / 1000}\n`)
    const boundMs = (plan?.killAfterMs ?? launch.leftoverGraceMs) + wrapperMarginMs
    deadline = Math.min(deadline, performance.now() + boundMs)
    while (!isOver && performance.now() < deadline) {
      await Promise.race([silent, pause(Math.min(50, Math.max(1, deadline - performance.now())))])
    }
    // Proof by our own eyes, and the net below a wrapper that was itself killed or stopped.
    const swept = await killMembers(seed)
    if (child.pid !== undefined && !isOver) sendSignal(child.pid, 'SIGKILL')
    host?.destroy()
    return { ended: said.ended + swept.ended, left: Math.max(said.left, swept.left) }
  }
  return { child, over, end }
}

type Said = { ended: number; left: number; onEnd: (end: CommandEnd) => void }

function listen(host: Duplex | null): Said {
  const said: Said = { ended: 0, left: 0, onEnd: () => {} }
  let text = ''
  host?.on('error', () => {})
  host?.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8')
    const lines = text.split('\n')
    text = lines.pop()?.slice(0, 4096) ?? ''
    for (const line of lines) hear(line, said)
  })
  return said
}

const signalNames: Record<string, string> = {
  1: 'SIGHUP',
  2: 'SIGINT',
  3: 'SIGQUIT',
  6: 'SIGABRT',
  8: 'SIGFPE',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  13: 'SIGPIPE',
  14: 'SIGALRM',
  15: 'SIGTERM',
}

function hear(line: string, said: Said): void {
  const [word, a = '', b = ''] = line.split(' ')
  if (word === 'unstartable') said.onEnd({ kind: 'unstartable', why: line.slice(12) })
  if (word === 'exit' && b === '0') said.onEnd({ kind: 'exited', code: Number(a), signal: null })
  else if (word === 'exit') said.onEnd({ kind: 'exited', code: null, signal: signalNames[b] ?? `signal ${b}` })
  if (word === 'gone') {
    said.left = Number(a)
    said.ended = Number(b)
  }
}
