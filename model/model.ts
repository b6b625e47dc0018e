import { disagreements } from '../test/decide/agreement.ts'
import type { Differ } from '../test/decide/model-words.ts'
import { panelDisagreements } from '../test/decide/panel-agreement.ts'
import { searches } from './protocols.ts'

// `npm run model`: every scenario, up to 30,000 states each, and every 100th state put to the code.
// `-- --only=cap,panel-two`, `-- --most=1000000`, `-- --ask=1` (every state; 0 = none), `-- --brief` (no traces).
const optionOf = (name: string): string | undefined => process.argv.find(word => word.startsWith(`--${name}=`))?.split('=')[1]
const only = optionOf('only')?.split(',')
/** Searched to its end: what it shows lies deep. */
const deeper: Record<string, number> = { lagact: 60_000 }
const mostOf = (name: string): number => Number(optionOf('most') ?? deeper[name] ?? 30_000)
const every = Number(optionOf('ask') ?? 100)
const isBrief = process.argv.includes('--brief')

const put = { met: 0, asked: 0, differing: 0 }

/** Puts every so many states to the code. */
const asking =
  <World, Scenario>(ask: (world: World, scenario: Scenario) => Differ<World>[]) =>
  (world: World, scenario: Scenario): void => {
    if (every === 0 || put.met++ % every > 0) return
    put.asked++
    for (const { of, model, code, world: at } of ask(world, scenario)) {
      put.differing++
      console.log(`  DIFFERS ${of}: the model says ${model.join(', ')}; the code says ${code.join(', ')}`)
      if (!isBrief) console.log(`    ${JSON.stringify(at)}`)
    }
  }

let states = 0
let broken = 0
for (const [name, search] of searches) {
  if (only && !only.includes(name)) continue
  const done = search(mostOf(name), { one: asking(disagreements), panel: asking(panelDisagreements) })
  states += done.states
  const scope = done.complete ? 'complete' : `cut off at depth ${done.depth}`
  console.log(
    `${name.padEnd(15)} ${String(done.states).padStart(8)} states, ${done.rested} at rest, ${scope}, ${done.seconds.toFixed(1)} s`,
  )
  for (const { law, text, trace, tail } of done.found) {
    broken++
    console.log(`  BROKEN ${law}: ${text}`)
    if (!isBrief) for (const line of [...trace, ...tail]) console.log(`    ${line}`)
  }
}
console.log(`${states} states, ${broken} broken laws; the code was asked in ${put.asked} of them and differs in ${put.differing}`)
process.exitCode = broken + put.differing > 0 ? 1 : 0
