// Cuts GitHub's OpenAPI description (13 MB; its npm package, @octokit/openapi, takes 385 MB) down to the operations
// that the embedded GitHub answers, with just the components they reach, so that tests need only a small file.
// usage: node scripts/openapi-subset.mjs <api.github.com.json>     writes test/fixtures/github/openapi.json
import { readFileSync, writeFileSync } from 'node:fs'
import { routes } from '../src/simulator/rest/routes.ts'

const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('found no argument; expected the path of api.github.com.json from the package @octokit/openapi')
  process.exit(2)
}
const spec = JSON.parse(readFileSync(file, 'utf8'))
const subset = { openapi: spec.openapi, info: spec.info, paths: {}, components: {} }
const missing = new Set(['rate-limit/get', ...routes.map(route => route.operation)])

// Prose, examples and extensions are most of the bytes, and no validator reads them.
const isProse = key => ['example', 'examples', 'externalDocs', 'description'].includes(key) || key.startsWith('x-')

/** The keys of a `properties` map are names, so a property called `description` stays. */
function bare(value, areNames = false) {
  if (Array.isArray(value)) return value.map(item => bare(item))
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).filter(([key]) => areNames || !isProse(key))
  return Object.fromEntries(entries.map(([key, inner]) => [key, bare(inner, !areNames && key === 'properties')]))
}

function takeComponents(value) {
  if (value === null || typeof value !== 'object') return
  if (typeof value.$ref === 'string') {
    const [, kind, name] = value.$ref.slice(2).split('/')
    subset.components[kind] ??= {}
    if (!(name in subset.components[kind])) {
      subset.components[kind][name] = bare(spec.components[kind][name])
      takeComponents(subset.components[kind][name])
    }
  }
  for (const inner of Object.values(value)) takeComponents(inner)
}

for (const [path, item] of Object.entries(spec.paths)) {
  for (const [method, operation] of Object.entries(item)) {
    if (!missing.delete(operation?.operationId)) continue
    subset.paths[path] ??= item.parameters ? { parameters: bare(item.parameters) } : {}
    subset.paths[path][method] = bare(operation)
    takeComponents(subset.paths[path])
  }
}
if (missing.size > 0) {
  console.error(`GitHub describes no such operations: ${[...missing].join(' ')}`)
  process.exit(1)
}
const text = JSON.stringify(subset)
writeFileSync(new URL('../test/fixtures/github/openapi.json', import.meta.url), text)
console.log(
  `${Object.keys(subset.paths).length} paths, ${Object.keys(subset.components.schemas).length} schemas, ${Math.round(text.length / 1024)} KB`,
)
