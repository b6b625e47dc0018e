/** What is left of a second review of the same head: GitHub does not let a submitted review be deleted. */
export const tidiedBody = (first: number | null): string =>
  `This is a duplicate of ${first === null ? 'an earlier review' : `review ${first}`} of the same head, written by a run that was overtaken. It does not count.`
