import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { redact } from './redact.ts'

export type JournalEvent = { event: 'start' | 'signal' | 'outcome' | 'wait' | 'end' } & Record<string, unknown>

export type Journal = { write: (event: JournalEvent) => void }

export type JournalOptions = { file: string | null; now: () => number; secrets: string[]; warn: (line: string) => void }

/** Appends one JSON line an event, secrets removed; a journal that cannot be written is said once and stops nothing. */
export function openJournal({ file, now, secrets, warn }: JournalOptions): Journal {
  if (file === null) return { write: () => {} }
  let broken = false
  let made = false
  const write = (event: JournalEvent): void => {
    if (broken) return
    try {
      if (!made) mkdirSync(dirname(file), { recursive: true })
      made = true
      appendFileSync(file, `${redact(JSON.stringify({ at: new Date(now()).toISOString(), ...event }), secrets)}\n`)
    } catch (error) {
      broken = true
      warn(
        `journal  "${file}" cannot be written (${error instanceof Error ? error.message : String(error)}); attempts of this run are in the log only`,
      )
    }
  }
  return { write }
}
