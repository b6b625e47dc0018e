import { code, shortSha } from './words.ts'

/** An approval that holds for another head with the same patch. */
export const carriedBody = (from: string, to: string): string =>
  `Approved again at ${code(shortSha(to))}: the patch is the one that was approved at ${code(shortSha(from))}; only what is around it moved.`

/** What is left of a second review of the same head: GitHub does not let a submitted review be deleted. */
export const tidiedBody = (first: number | null): string =>
  `This is a duplicate of ${first === null ? 'an earlier review' : `review ${first}`} of the same head, written by a run that was overtaken. It does not count.`
