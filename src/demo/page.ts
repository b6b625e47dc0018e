import { marked } from 'marked'
import type { GitHub } from '../simulator/github.ts'
import type { Told } from './story.ts'

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

/** Markdown as a page shows it; the texts are this demo's own, and HTML comments are not shown. */
const rendered = (markdown: string): string => marked.parse(markdown.replace(/^<!--.*-->$/gm, ''), { async: false, gfm: true })

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1f2328;background:#fff}
h1,h2{border-bottom:1px solid #d1d9e0;padding-bottom:.3rem}.card{border:1px solid #d1d9e0;border-radius:6px;margin:1rem 0}
.card>header{background:#f6f8fa;padding:.5rem 1rem;border-bottom:1px solid #d1d9e0;color:#59636e}.card>div{padding:0 1rem}
.event{color:#59636e;margin:.5rem 1rem}table{border-collapse:collapse}td,th{border:1px solid #d1d9e0;padding:.25rem .6rem;text-align:left}
code,pre{background:#f6f8fa;border-radius:4px;padding:.1em .3em}pre{padding:1rem;overflow:auto}.inline{border-left:3px solid #d1d9e0;margin-left:1rem}`

const card = (title: string, body: string, kind = ''): string =>
  `<section class="card ${kind}"><header>${title}</header><div>${body}</div></section>`

type Item = { at: number; id: number; html: string }

const timeOf = (at: number): string => new Date(at * 1000).toISOString().slice(0, 16).replace('T', ' ')

const pullItems = (github: GitHub, number: number): Item[] => {
  const pull = github.pull(number)
  const comments = pull.comments.map(comment => ({
    at: comment.createdAt,
    id: comment.id,
    html: card(
      `<b>${escaped(comment.author ?? 'ghost')}</b> commented ${timeOf(comment.createdAt)}${comment.editedAt === null ? '' : ' (edited)'}`,
      rendered(comment.body),
    ),
  }))
  const reviews = pull.reviews.map(review => {
    const inline = pull.threads
      .flatMap(thread => thread.comments.filter(comment => comment.review === review.id).map(comment => ({ thread, comment })))
      .map(({ thread, comment }) =>
        card(`${escaped(thread.path)}:${thread.line ?? thread.originalLine}`, rendered(comment.body), 'inline'),
      )
    const title = `<b>${escaped(review.author ?? 'ghost')}</b> reviewed <code>${review.commit.slice(0, 7)}</code> ${timeOf(review.submittedAt ?? review.createdAt)}`
    return {
      at: review.submittedAt ?? review.createdAt,
      id: review.id,
      html: card(title, rendered(review.body) + inline.join('')),
    }
  })
  const labels = pull.timeline.flatMap(event =>
    event.event === 'labeled' || event.event === 'unlabeled'
      ? [
          {
            at: event.createdAt,
            id: event.id,
            html: `<p class="event"><b>${escaped(event.actor ?? 'ghost')}</b> ${event.event === 'labeled' ? 'added' : 'removed'} the label <code>${escaped(event.label.name)}</code> ${timeOf(event.createdAt)}</p>`,
          },
        ]
      : [],
  )
  return [...comments, ...reviews, ...labels].sort((a, b) => a.at - b.at || a.id - b.id)
}

const conversation = (github: GitHub, number: number): string => {
  const pull = github.pull(number)
  return `<h2>#${number} ${escaped(pull.title)}</h2>${card(`<b>${escaped(pull.author ?? 'ghost')}</b> opened`, rendered(pull.body))}${pullItems(
    github,
    number,
  )
    .map(item => item.html)
    .join('\n')}`
}

const summaries = (told: Told[]): string =>
  told
    .flatMap(({ played }) =>
      played === null ? [] : [card(`Job summary: ${escaped(played.title)}, #${played.pull}`, rendered(played.step.summary))],
    )
    .join('\n')

/** One page: each conversation as a person sees it, then the summary of every job. */
export const demoPage = (github: GitHub, told: Told[]): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Countersign demo</title><style>${STYLE}</style>
<h1>Countersign demo</h1>
<p>Played on this machine against a GitHub of its own. The reviews were written by the action that ships in <code>dist</code>.</p>
${conversation(github, 1)}
${conversation(github, 2)}
<h1>Job summaries</h1>
${summaries(told)}
</html>
`
