import { statSync } from 'node:fs'
import { join } from 'node:path'
import { bundleBytes } from '../../scripts/bundle.ts'
import { shippedDist } from '../harness/fresh-dist.ts'

/** What a runner downloads: `bundleBytes` is main with all its parts, `firstFileBytes` what it reads before its first request. */
export const measure = async (): Promise<Record<string, number>> => {
  const dist = await shippedDist()
  return {
    bundleBytes: bundleBytes(dist, 'main'),
    firstFileBytes: statSync(join(dist, 'main.js')).size,
    postBundleBytes: bundleBytes(dist, 'post'),
    cliBundleBytes: bundleBytes(dist, 'cli'),
  }
}
