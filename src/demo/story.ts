import { cartMended, orderRetriesAgain, orderSwallows } from './shop.ts'
import type { DemoEvent, DemoStage, Played } from './stage.ts'

/** What people do between two runs; said aloud before it happens. */
type Deed = { kind: 'deed'; text: string; do: (stage: DemoStage) => void }
type Run = { kind: 'run'; title: string; pull: number; event: DemoEvent }
type Chapter = { kind: 'chapter'; text: string }

export type Scene = Chapter | Deed | Run

const pushes =
  (branch: string, file: string, text: string): Deed['do'] =>
  ({ github }) =>
    void github.as('ada').commit(branch, { [file]: text }, { message: 'Mend it' })

const onPush = (pull: number, title: string): Run => ({
  kind: 'run',
  title,
  pull,
  event: { name: 'pull_request', action: 'synchronize', sender: 'ada' },
})

const onDispatch: DemoEvent = { name: 'workflow_dispatch', action: null, sender: 'github-actions' }
const onOpening: DemoEvent = { name: 'pull_request', action: 'opened', sender: 'ada' }

/** The second job of the run whose review came before. */
const mends = (pull: number, title: string, event: DemoEvent): Run => ({
  kind: 'run',
  title,
  pull,
  event: { ...event, mends: true },
})

const dispatched = (pull: number, title: string): Run => ({ kind: 'run', title, pull, event: onDispatch })

const turnsFixesOn: Deed['do'] = ({ github }) => {
  const path = '.github/countersign.yml'
  const { git } = github.repository()
  const policy = git.blob(git.branch('main') ?? '', path)?.content.toString('utf8') ?? ''
  github.as('mia').commit('main', { [path]: `${policy}fix: run\n` }, { message: 'Have findings mended' })
}

/** Nobody steps in: each run is started by the one before it. */
const loop: Scene[] = [
  { kind: 'chapter', text: 'The whole loop on the workflow’s own token: review, fix, review, approved' },
  { kind: 'deed', text: 'mia sets fix: run in the policy', do: turnsFixesOn },
  { kind: 'run', title: 'first review', pull: 3, event: onOpening },
  mends(3, 'an agent mends, one commit is pushed, the next review is dispatched', onOpening),
  dispatched(3, 'the dispatched review'),
  { kind: 'chapter', text: 'The same loop where each fix brings back the fault before it: stopped at a person' },
  { kind: 'run', title: 'first review', pull: 4, event: onOpening },
  mends(4, 'first fix', onOpening),
  dispatched(4, 'second round'),
  mends(4, 'second fix', onDispatch),
  dispatched(4, 'third round: the limit'),
  mends(4, 'no third fix: a person is waited for', onDispatch),
]

export const story: Scene[] = [
  { kind: 'chapter', text: 'A pull request with two faults is reviewed, mended and approved' },
  { kind: 'run', title: 'first review', pull: 1, event: onOpening },
  { kind: 'deed', text: 'ada mends both and pushes', do: pushes('average-price', 'src/cart.js', cartMended) },
  onPush(1, 're-review of the fix'),
  {
    kind: 'run',
    title: 'the same run once more, on a settled pull request',
    pull: 1,
    event: { name: 'pull_request', action: 'reopened', sender: 'ada' },
  },
  { kind: 'chapter', text: 'A loop that does not converge ends at a person, with a way back in' },
  { kind: 'run', title: 'first review', pull: 2, event: onOpening },
  { kind: 'deed', text: 'ada mends that fault with another one', do: pushes('send-orders', 'src/order.js', orderSwallows) },
  onPush(2, 'second round'),
  {
    kind: 'deed',
    text: 'ada mends that, and the first fault is back',
    do: pushes('send-orders', 'src/order.js', orderRetriesAgain),
  },
  onPush(2, 'third round: the limit'),
  { kind: 'deed', text: 'ada pushes once more; nobody has stepped in', do: pushes('send-orders', 'src/order.js', orderSwallows) },
  onPush(2, 'paused: nothing is started'),
  {
    kind: 'deed',
    text: 'mia, a maintainer, removes the label needs-human-review',
    do: ({ github }) => github.as('mia').unlabel(2, 'needs-human-review'),
  },
  {
    kind: 'run',
    title: 'engaged again: reviewed at once, with a fresh count',
    pull: 2,
    event: { name: 'pull_request', action: 'unlabeled', sender: 'mia' },
  },
  ...loop,
]

export type Told = { scene: Scene; played: Played | null }

/** Plays the scenes in order; half a minute of the server's time passes between two. */
export const tellStory = async (stage: DemoStage, onScene: (told: Told) => void): Promise<Told[]> => {
  const told: Told[] = []
  for (const scene of story) {
    stage.github.tick(30)
    if (scene.kind === 'deed') scene.do(stage)
    const one = { scene, played: scene.kind === 'run' ? await stage.play(scene.title, scene.pull, scene.event) : null }
    told.push(one)
    onScene(one)
  }
  return told
}
