import { readdirSync, readFileSync } from 'node:fs'

const contentOf = (file: string): string => {
  try {
    return readFileSync(file, 'latin1')
  } catch {
    return ''
  }
}

/** The names of the living processes whose command line holds the mark; zombies have none. */
export const livingWith = (mark: string): string[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && name !== String(process.pid))
    .map(pid => contentOf(`/proc/${pid}/cmdline`).split('\0')[0] ?? '')
    .filter(name => name.includes(mark))

let serial = 0
/** A mark that no other test and no other run uses. */
export const freshMark = (): string => `cs${process.pid}x${serial++}x`
