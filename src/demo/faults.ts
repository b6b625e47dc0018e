import type { ReportedFinding } from '../review/report.ts'

/** A fault that the demo plants, and how its scripted agent knows it again. */
export type PlantedFault = {
  pattern: RegExp
  finding: Pick<ReportedFinding, 'title' | 'body' | 'severity'>
  /** What the script puts in its place when it mends; the last two bring each other back. */
  mended: string
}

/** Looked for line by line; nothing else is ever found. */
export const plantedFaults: PlantedFault[] = [
  {
    pattern: /\/ prices\.length/,
    mended: '/ Math.max(1, prices.length)',
    finding: {
      title: 'The average of no prices is NaN',
      body: 'With an empty list this divides by zero, and the cart shows `NaN`. Return 0 for an empty list.',
      severity: 'high',
    },
  },
  {
    pattern: /\beval\(/,
    mended: 'Number(',
    finding: {
      title: 'A coupon is evaluated as code',
      body: 'Whoever types a coupon runs code in the shop. Look the coupon up in a table instead.',
      severity: 'critical',
    },
  },
  {
    pattern: /setTimeout\(retry, 0\)/,
    mended: 'try { retry() } catch {}',
    finding: {
      title: 'The retry has no bound and no pause',
      body: 'A shop that is down is asked for ever, as fast as this machine can. Give up after a few tries, with a pause between.',
      severity: 'high',
    },
  },
  {
    pattern: /(?:try \{ retry\(\) \} )?catch \{\}/,
    mended: 'setTimeout(retry, 0)',
    finding: {
      title: 'The failure is swallowed',
      body: 'Nobody learns that the order was not sent. Hand the failure on to the caller.',
      severity: 'high',
    },
  },
]
