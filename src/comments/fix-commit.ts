import type { FixTask } from '../markers/schema.ts'
import { countText } from './words.ts'

/** The name of a task as it stands in trailers: the review's id and the finding's. */
export const taskKey = ({ verdict, finding }: Pick<FixTask, 'verdict' | 'finding'>): string => `${verdict}/${finding}`

/** No word of the agent or the review is in it: a commit message can close issues, skip checks and name people. */
export const fixMessage = (verdict: number, tasks: FixTask[]): string =>
  [
    `Mend ${countText(tasks.length, 'finding')} of review ${verdict}`,
    '',
    'Made by an AI agent from the findings of that review; not reviewed yet.',
    '',
    ...tasks.map(task => `Countersign-Task: ${taskKey(task)}`),
    '',
  ].join('\n')
