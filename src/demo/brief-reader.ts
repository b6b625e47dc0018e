/** What the demo's scripted agent reads in its brief: the commit, and the ids and titles of earlier findings. */
export const readBrief = (brief: string): { head: string; prior: { id: string; title: string }[] } => ({
  head: /at the commit ([0-9a-f]{40})/.exec(brief)?.[1] ?? '',
  prior: [...openRows(brief).matchAll(/^([0-9a-f]{12}(?:-\d+)?) \| [^|\n]* \| (?:new|still-open) \| [^|\n]* \| (.*)$/gm)].map(
    row => ({ id: row[1] ?? '', title: row[2] ?? '' }),
  ),
})

const openRows = (brief: string): string => brief.slice(Math.max(0, brief.indexOf('Open earlier findings:')))
