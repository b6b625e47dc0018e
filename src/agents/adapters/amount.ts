/** A finite number ≥ 0, or null: a CLI that says NaN, less than nothing or a text has not said how much. */
export const amountOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null

/** The sum of the amounts; null when one of them is unknown or there is none. */
export function sumOf(values: unknown[]): number | null {
  let sum = 0
  for (const value of values) {
    const amount = amountOf(value)
    if (amount === null) return null
    sum += amount
  }
  return values.length === 0 ? null : sum
}
