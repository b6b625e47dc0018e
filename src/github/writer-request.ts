import { GitHubError } from './errors.ts'
import type { Site } from './writer.ts'

const of = ({ target }: Site) => ({
  owner: target.owner,
  repo: target.name,
  issue_number: target.number,
  pull_number: target.number,
})

/** Labels that are on already stay, and leave no event. Names that the repository does not have are made. */
export const addLabels = async (site: Site, labels: string[]): Promise<void> => {
  await site.api.write('POST /repos/{owner}/{repo}/issues/{issue_number}/labels', { ...of(site), labels })
}

/** One of those who are asked; `team` by its slug. */
export type Asked = { kind: 'user' | 'team'; name: string }

/** `refused` = GitHub's own words about one of them. */
export type AskedReviewers = { asked: Asked[]; refused: { who: Asked; why: string }[] }

const REFUSED = [403, 404, 422]

const ask = async (site: Site, wanted: Asked[]): Promise<void> => {
  const named = (kind: Asked['kind']): string[] => wanted.filter(one => one.kind === kind).map(one => one.name)
  await site.api.write('POST /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers', {
    ...of(site),
    reviewers: named('user'),
    team_reviewers: named('team'),
  })
}

/** Asks all at once; GitHub refuses all for one wrong name, so then each is asked alone and the refused are named. */
export const requestReviewers = async (site: Site, wanted: Asked[]): Promise<AskedReviewers> => {
  const done: AskedReviewers = { asked: [], refused: [] }
  const tryOne = async (some: Asked[]): Promise<GitHubError | null> => {
    try {
      await ask(site, some)
      done.asked.push(...some)
      return null
    } catch (error) {
      if (!(error instanceof GitHubError) || !REFUSED.includes(error.status)) throw error
      return error
    }
  }
  if (wanted.length === 0) return done
  const all = await tryOne(wanted)
  if (all === null) return done
  for (const who of wanted) {
    const refusal = wanted.length === 1 ? all : await tryOne([who])
    if (refusal !== null) done.refused.push({ who, why: refusal.detail })
  }
  return done
}

export const editComment = async (site: Site, id: number, body: string): Promise<void> => {
  await site.api.write('PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}', { ...of(site), comment_id: id, body })
}

export const removeRequests = async (site: Site, users: string[]): Promise<void> => {
  await site.api.write('DELETE /repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers', { ...of(site), reviewers: users })
}
