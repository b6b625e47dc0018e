import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { redact } from './redact.ts'

export type JournalEvent = { event: 'start' | 'signal' | 'outcome' | 'wait' | 'end' } & Record<string, unknown>

export type Journal = { write: (event: JournalEvent) => void }

/** `member` = whose attempts these are, where members of a panel share the file; each line says so. */
export type JournalOptions = {
  file: string | null
  now: () => number
  secrets: string[]
  warn: (line: string) => void
  member: string | null
}

/** Appends one JSON line an event, secrets removed; a journal that cannot be written is said once and stops nothing. */
export function openJournal({ file, now, secrets, warn, member }: JournalOptions): Journal {
  if (file === null) return { write: () => {} }
  let broken = false
  let made = false
  const write = (event: JournalEvent): void => {
    if (broken) return
    try {
      if (!made) mkdirSync(dirname(file), { recursive: true })
      made = true
      const line = { at: new Date(now()).toISOString(), ...(member !== null && { member }), ...event }
      appendFileSync(file, `${redact(JSON.stringify(line), secrets)}\n`)
    } catch (error) {
      broken = true
      warn(
        `journal  "${file}" cannot be written (${error instanceof Error ? error.message : String(error)}); attempts of this run are in the log only`,
      )
    }
  }
  return { write }
}
