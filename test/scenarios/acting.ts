import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { approves, asksForFix } from './reports.ts'
import { REPOSITORY, type RunOptions, type Stage } from './stage.ts'

type Author = { login: string; type: 'User' | 'Bot' }

/** Somebody comments on the pull, and the mention workflow runs for it. */
export const asks = async ({ github, run }: Pick<Stage, 'github' | 'run'>, login: string, body: string) => {
  const comment = github.as(login).comment(1, body)
  const user: Author = { login, type: login.endsWith('[bot]') ? 'Bot' : 'User' }
  const payload = {
    action: 'created',
    issue: { number: 1, pull_request: { url: 'x' } },
    comment: { id: comment.id, node_id: comment.nodeId, body, user },
    repository: { full_name: REPOSITORY },
    sender: user,
  }
  github.tick(5)
  /** `told` = the text as the event has it, where that is another. */
  const again = (told = body) => {
    const event = { name: 'issue_comment', payload: { ...payload, comment: { ...payload.comment, body: told } } }
    return run({ event, token: 'ghs_mention' })
  }
  return { comment, step: await again(), again }
}

export const dispatched = ({ github }: Pick<Stage, 'github'>) =>
  github.repository().runs.filter(run => run.event === 'workflow_dispatch')

export const lastComment = ({ github }: Pick<Stage, 'github'>) => github.pull(1).comments.at(-1)?.body ?? ''

/** Until an agent has left its sign. */
export const appears = async (file: string): Promise<void> => {
  for (let tries = 0; !existsSync(file) && tries < 5_000; tries++) await pause(20)
}

/** Starts a run and waits until its agent works; it goes on when the file `gate` appears. Later agents approve. */
export const working = async (scene: Stage, gate = join(scene.folder, 'never'), options: RunOptions = {}) => {
  const begun = join(scene.folder, 'begun')
  scene.answer({ ...asksForFix(), touch: begun, waitFor: gate }, approves())
  const step = scene.start(options)
  await appears(begun)
  return step
}

export const askedOf = ({ github }: Pick<Stage, 'github'>) => github.pull(1).requests.map(({ reviewer }) => reviewer.name)

export const labelsOf = ({ github }: Pick<Stage, 'github'>, number = 1) =>
  github.pull(number).labels.map(id => github.repository().labels.find(label => label.id === id)?.name)
