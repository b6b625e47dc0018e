import { lastAttempt } from '../acts/runs.ts'
import type { Answer } from '../rest/route.ts'
import { dumpWorld } from '../world/dump.ts'
import type { Repository } from '../world/types.ts'
import { fullName, pullsOf, type World } from '../world/world.ts'
import { conversation } from './conversation.ts'
import { pageOf } from './layout.ts'
import { escaped } from './markdown.ts'

const html = (title: string, body: string): Answer => ({
  status: 200,
  text: pageOf(title, body),
  headers: { 'content-type': 'text/html; charset=utf-8' },
})
const link = (path: string, text: string) => `<a href="${escaped(encodeURI(path))}">${escaped(text)}</a>`

function home(world: World): Answer {
  const items = world.repositories.map(
    repository =>
      `<li>${link(`/${fullName(repository)}`, fullName(repository))}, ${pullsOf(repository).length} pull requests</li>`,
  )
  return html('A GitHub of your own', `<h1>A GitHub of your own</h1><ul>${items.join('')}</ul>`)
}

function repositoryPage(repository: Repository): Answer {
  const name = fullName(repository)
  const issues = [...repository.issues].reverse().map(issue => {
    const path = `/${name}/${issue.kind === 'pull' ? 'pull' : 'issues'}/${issue.number}`
    return `<li>${link(path, `#${issue.number} ${issue.title}`)} (${issue.state})</li>`
  })
  const runs = [...repository.runs].reverse().map(run => {
    const { status, conclusion } = lastAttempt(run)
    return `<li>${escaped(run.name)}: ${conclusion ?? status}, attempt ${run.attempts.length}</li>`
  })
  return html(name, `<h1>${escaped(name)}</h1><ul>${issues.join('')}</ul><h2>Runs</h2><ul>${runs.join('')}</ul>`)
}

/** The page at a GitHub path, for the one person at this machine: nothing is hidden; null = there is none. */
export function pageAt(world: World, path: string): Answer | null {
  if (path === '/') return home(world)
  if (path === '/_world') return { status: 200, body: dumpWorld(world) }
  const match = /^\/([\w.-]+\/[\w.-]+)(?:\/(?:pull|issues)\/(\d+))?\/?$/.exec(path)
  const repository = match?.[1] === undefined ? null : world.repository(match[1])
  if (!repository) return null
  if (match?.[2] === undefined) return repositoryPage(repository)
  const issue = repository.issues.find(known => known.number === Number(match[2]))
  return issue
    ? html(
        `${issue.title} #${issue.number}`,
        `<p>${link(`/${fullName(repository)}`, fullName(repository))}</p>${conversation(repository, issue)}`,
      )
    : null
}
