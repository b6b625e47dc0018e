import type { GitHub } from '../simulator/github.ts'
import { conversation } from '../simulator/pages/conversation.ts'
import { card, pageOf } from '../simulator/pages/layout.ts'
import { escaped, rendered } from '../simulator/pages/markdown.ts'
import type { Told } from './story.ts'

const summaries = (told: Told[]): string =>
  told
    .flatMap(({ played }) =>
      played === null ? [] : [card(`Job summary: ${escaped(played.title)}, #${played.pull}`, rendered(played.step.summary))],
    )
    .join('\n')

/** One page: each conversation as a person sees it, then the summary of every job. */
export const demoPage = (github: GitHub, told: Told[]): string => {
  const pulls = [1, 2, 3, 4].map(number => conversation(github.repository(), github.pull(number)))
  const intro =
    '<p>Played on this machine against a GitHub of its own. The reviews were written by the action that ships in <code>dist</code>.</p>'
  return pageOf(
    'Countersign demo',
    `<h1>Countersign demo</h1>${intro}${pulls.join('\n')}<h1>Job summaries</h1>${summaries(told)}`,
  )
}
