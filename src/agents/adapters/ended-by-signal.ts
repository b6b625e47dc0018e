import type { Supervised } from '../process/supervise.ts'

/** Whether somebody else's signal ended it; 128 + the signal's number is how a shell or a CLI passes that on. */
export const endedBySignal = ({ code, signal }: Supervised['exit']): boolean =>
  signal !== null || (code !== null && [129, 130, 137, 143].includes(code))
