import type { TestProject } from 'vitest/node'
import { freshDist } from './fresh-dist.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder with main.js, post.js and cli.js of the sources as they are now. */
    dist: string
  }
}

export default async (project: TestProject): Promise<void> => {
  project.provide('dist', await freshDist())
}
