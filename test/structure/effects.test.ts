import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../harness/fresh-dist.ts'
import { sources } from './source.ts'

const ofProduct = sources.filter(({ path }) => !path.startsWith('src/simulator/'))
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
const matching = (pattern: RegExp): string[] => ofProduct.map(({ path }) => path).filter(path => pattern.test(textOf(path)))
const except = (paths: string[], allowed: RegExp): string[] => paths.filter(path => !allowed.test(path))

describe('what GitHub stores is changed', () => {
  it('by documents that stand with the GitHub code only', () => {
    expect(except(matching(/['"`]\s*mutation\b/), /^src\/github\//)).toEqual([])
  })

  it('by requests of the GitHub writer only', () => {
    const request =
      /\bapi\.write(?:Freely)?\(|\bkind: 'write'|['"`](POST|PUT|PATCH|DELETE) \/(?!graphql)|\.rest\.\w+\.(create|update|delete|add|remove|set|submit)/
    expect(except(matching(request), /^src\/github\/writer/)).toEqual([])
  })

  it('through effects: nobody else imports the writer as a value, the wiring excepted', () => {
    const importing = ofProduct.filter(({ imports }) =>
      imports.some(({ target, typeOnly }) => target.startsWith('src/github/writer') && !typeOnly),
    )
    expect(
      except(
        importing.map(({ path }) => path),
        /^src\/(effects\/|github\/|wiring)/,
      ),
    ).toEqual([])
  })
})

describe('processes', () => {
  it('are started by the supervisor, by git, by the runner and nobody else', () => {
    const starting = sources.filter(({ imports }) =>
      imports.some(({ target, typeOnly }) => /child_process|@actions\/exec/.test(target) && !typeOnly),
    )
    expect(
      except(
        starting.map(({ path }) => path),
        /^src\/(agents\/process\/|git\/|runner\/|simulator\/git\/)/,
      ),
    ).toEqual([])
  })
})

describe('packages', () => {
  const manifest: Record<'dependencies' | 'devDependencies' | 'optionalDependencies', Record<string, string>> = JSON.parse(
    textOf('package.json'),
  )

  it('that the bundles import are dependencies, not tools', () => {
    const names = sources.flatMap(({ path, imports }) =>
      imports
        .filter(({ own, target, typeOnly }) => !own && !typeOnly && !target.startsWith('node:'))
        .map(({ target }) => ({
          path,
          name: target
            .split('/')
            .slice(0, target.startsWith('@') ? 2 : 1)
            .join('/'),
        })),
    )
    expect(names.filter(({ name }) => !(name in manifest.dependencies)).map(({ path, name }) => `${path}: ${name}`)).toEqual([])
  })

  it('are each justified in one line of docs/dependencies.md, and no other', () => {
    const justified = [...textOf('docs/dependencies.md').matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name)
    const { dependencies, devDependencies, optionalDependencies } = manifest
    expect(justified.toSorted()).toEqual(Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }).toSorted())
  })
})
