import { freshDist } from '../harness/fresh-dist.ts'
import { type Disturbance, wordsOf } from './disturb.ts'
import { type Point, type Prepared, playPoint, prepare } from './points.ts'
import { stories } from './story.ts'

// `npm run crash-test`: every story, disturbed at every request. `-- --json`: points and green. `-- --only=escalation`: stories
// whose name holds one of the words, split by commas; `-- --at=kill-after,7`: one disturbance.
const optionOf = (name: string): string | undefined => process.argv.find(word => word.startsWith(`--${name}=`))?.split('=')[1]
const isJson = process.argv.includes('--json')
const only = optionOf('only')?.split(',')
const at = optionOf('at')?.split('/')
const kind = optionOf('kind')
const isWritesOnly = process.argv.includes('--writes')

/** Most of the work is done by other processes; one more than there are cores keeps all of them busy. */
const parallel = 3

const kinds: Disturbance['kind'][] = ['kill-before', 'kill-after', 'lost-answer', 'cancel']
const disturbancesOf = ({ requests }: Prepared): Disturbance[] =>
  requests
    .filter(one => !isWritesOnly || one.kind === 'write')
    .flatMap(({ number }) =>
      kinds.filter(one => kind === undefined || one === kind).map((one): Disturbance => ({ kind: one, at: number })),
    )

const say = (line: string): void => {
  if (!isJson) console.log(line)
}

const found: Point[] = []
const tell = (point: Point): void => {
  found.push(point)
  const { story, disturbance, faults, log } = point
  if (faults.length > 0)
    say(`\nBROKEN ${story}, ${disturbance}\n${faults.map(line => `  ${line}`).join('\n')}\n  the disturbed run's log:\n${log}`)
}
const dist = await freshDist()
const work: (() => Promise<void>)[] = []
for (const story of stories.filter(({ name }) => only === undefined || only.some(word => name.includes(word)))) {
  const prepared = await prepare(story, dist)
  const disturbances = disturbancesOf(prepared).filter(one => at === undefined || at.includes(wordsOf(one).replace(' ', ',')))
  say(`${story.name}: ${prepared.requests.length} requests, ${disturbances.length} points`)
  if (at !== undefined) for (const { number, kind, name } of prepared.requests) say(`   ${number} ${kind} ${name}`)
  work.push(...disturbances.map(one => async () => tell(await playPoint(prepared, one))))
}
const worker = async (): Promise<void> => {
  for (let next = work.shift(); next !== undefined; next = work.shift()) await next()
}
const startedAt = performance.now()
await Promise.all(Array.from({ length: parallel }, worker))
const bad = found.filter(point => point.faults.length > 0)
const summary = { points: found.length, green: found.length - bad.length }
console.log(
  isJson
    ? JSON.stringify(summary)
    : `${summary.points} points, ${summary.green} green, ${Math.round((performance.now() - startedAt) / 1000)} s`,
)
process.exitCode = bad.length > 0 || found.length === 0 ? 1 : 0
