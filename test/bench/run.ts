import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'

// `npm run bench`: a table; `npm run bench -- --json`: one JSON object; `-- start bundle`: only these files.
// Every file beside this one is a measurement: it exports `measure`, whose answer is merged into the result.
// Names end in their unit: Ms, Bytes, Ratio; a count of requests has none.
const measurementSchema = z.object({
  measure: z.custom<() => Promise<Record<string, number>>>(value => typeof value === 'function'),
})

const wanted = process.argv.slice(2).filter(word => !word.startsWith('--'))
const names = readdirSync(import.meta.dirname)
  .filter(file => file.endsWith('.ts') && file !== 'run.ts')
  .map(file => file.slice(0, -3))
  .filter(name => wanted.length === 0 || wanted.includes(name))
  .sort()

const results: Record<string, number> = {}
for (const name of names) {
  const { measure } = measurementSchema.parse(await import(join(import.meta.dirname, `${name}.ts`)))
  for (const [key, value] of Object.entries(await measure())) results[key] = Math.round(value * 100) / 100
}

if (process.argv.includes('--json')) {
  console.log(JSON.stringify(results))
} else {
  const width = Math.max(...Object.keys(results).map(key => key.length))
  for (const [key, value] of Object.entries(results))
    console.log(`${key.padEnd(width)}  ${value.toLocaleString('en-US').padStart(14)}`)
}
