// Fills the generated blocks of the documents and writes the policy's JSON Schema. `--check` writes nothing and fails on drift.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { policyJsonSchema } from '../src/policy/json-schema.ts'
import { blocks } from './doc-tables.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const SCHEMA = 'schema/countersign.schema.json'

const documents = (): string[] =>
  ['README.md', ...readdirSync(`${root}docs`).map(name => `docs/${name}`)].filter(
    path => path.endsWith('.md') && existsSync(root + path),
  )

const blockOf = (name: string, path: string): string => {
  const block = blocks[name]
  if (block === undefined)
    throw new Error(`${path}: found "generated:${name}"; expected one of ${Object.keys(blocks).join(', ')}; correct the name`)
  return block()
}

/** The text with every block between `<!-- generated:NAME -->` and `<!-- /generated:NAME -->` as it must be. */
export const filled = (text: string, path: string): string => {
  const opened = text.match(/<!-- generated:/g)?.length ?? 0
  let seen = 0
  const done = text.replace(/<!-- generated:([a-z-]+) -->\n[\s\S]*?<!-- \/generated:\1 -->/g, (_, name: string) => {
    seen++
    return `<!-- generated:${name} -->\n\n${blockOf(name, path)}\n\n<!-- /generated:${name} -->`
  })
  if (seen !== opened)
    throw new Error(
      `${path}: found ${opened} generated blocks, ${seen} of them closed; expected each to end with <!-- /generated:NAME -->`,
    )
  return done
}

const EXAMPLES = 'src/cli/init/examples.ts'

/** The example workflows as source: `init` writes them from a bundle that has no examples beside it. */
const examplesSource = (): string => {
  const literal = (name: string): string => readFileSync(`${root}examples/${name}.yml`, 'utf8').replace(/[\\`]|\$(?=\{)/g, '\\$&')
  const entries = ['review', 'mention', 'sweep'].map(name => `  ${name}: \`${literal(name)}\`,\n`)
  return `// Written by \`npm run docs\` from the files of examples/.\nexport const examples = {\n${entries.join('')}}\n`
}

const wanted = (): [path: string, text: string][] => [
  [EXAMPLES, examplesSource()],
  [SCHEMA, `${JSON.stringify(policyJsonSchema(), null, 2)}\n`],
  ...documents().map((path): [string, string] => [path, filled(readFileSync(root + path, 'utf8'), path)]),
]

/** Paths whose text is not what would be generated. */
export const drifted = (): string[] =>
  wanted().flatMap(([path, text]) => (existsSync(root + path) && readFileSync(root + path, 'utf8') === text ? [] : [path]))

const main = (): void => {
  const paths = drifted()
  if (!process.argv.includes('--check')) {
    for (const [path, text] of wanted()) if (paths.includes(path)) writeFileSync(root + path, text)
    process.stdout.write(paths.length === 0 ? 'docs  nothing to do\n' : `docs  wrote ${paths.join(', ')}\n`)
  } else if (paths.length > 0) {
    process.stderr.write(`docs  found ${paths.join(', ')} out of date; expected what the code says; run \`npm run docs\`\n`)
    process.exitCode = 1
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main()
