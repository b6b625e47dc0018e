import { expect, test } from 'vitest'
import { driveAll, tableOf } from '../../agents-real/run.ts'

test('every real CLI gets the expected class for every failure', { timeout: 600_000 }, async () => {
  const { rows } = await driveAll()
  console.log(tableOf(rows))
  const faults = rows.filter(row => row.found !== row.expected)
  expect(faults).toEqual([])
  expect(rows.length).toBeGreaterThan(45)
})
