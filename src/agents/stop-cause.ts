import type { StopCause } from './types.ts'

/** Why the signal stopped what it stands over; asked only when it has. */
export const stopCauseOf = (stop: AbortSignal): StopCause => (stop.reason === 'head-moved' ? 'head-moved' : 'cancelled')
