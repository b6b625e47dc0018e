import { statSync } from 'node:fs'
import { join } from 'node:path'
import { entries } from '../../scripts/bundle.ts'
import { shippedDist } from '../harness/fresh-dist.ts'

/** What a runner downloads and reads to start: `bundleBytes` is the main bundle. */
export const measure = async (): Promise<Record<string, number>> => {
  const dist = await shippedDist()
  const sizes = entries.map(entry => statSync(join(dist, `${entry}.js`)).size)
  return { bundleBytes: sizes[0] ?? Number.NaN, postBundleBytes: sizes[1] ?? Number.NaN, cliBundleBytes: sizes[2] ?? Number.NaN }
}
