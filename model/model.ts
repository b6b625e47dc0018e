import { lawsOf } from './laws.ts'
import { scenarios } from './scenarios.ts'
import { search } from './search.ts'

// `npm run model`: every scenario, up to 50,000 states each. `-- --only=cap,ties`, `-- --most=1000000`, `-- --brief` (no traces).
const optionOf = (name: string): string | undefined => process.argv.find(word => word.startsWith(`--${name}=`))?.split('=')[1]
const only = optionOf('only')?.split(',')
const most = Number(optionOf('most') ?? 50_000)
const isBrief = process.argv.includes('--brief')

let states = 0
let broken = 0
for (const [name, scenario] of Object.entries(scenarios)) {
  if (only && !only.includes(name)) continue
  const { check, rested } = lawsOf(scenario)
  const done = search({ scenario, most, check })
  states += done.states
  const scope = done.complete ? 'complete' : `cut off at depth ${done.depth}`
  console.log(
    `${name.padEnd(10)} ${String(done.states).padStart(8)} states, ${rested()} at rest, ${scope}, ${done.seconds.toFixed(1)} s`,
  )
  for (const { law, text, trace, tail } of done.found) {
    broken++
    console.log(`  BROKEN ${law}: ${text}`)
    if (!isBrief) for (const line of [...trace, ...tail]) console.log(`    ${line}`)
  }
}
console.log(`${states} states, ${broken} broken laws`)
process.exitCode = broken > 0 ? 1 : 0
