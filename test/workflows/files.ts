import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { filesBelow } from '../../scripts/source-hash.ts'
import { root } from '../harness/fresh-dist.ts'

/** How our own action is named where it is used from elsewhere, and the file that each use stands for. */
export const self = 'countersign/countersign'

export type YamlFile = { name: string; kind: 'workflow' | 'action'; text: string }

const read = (name: string): string => readFileSync(join(root, name), 'utf8')
const below = (folder: string, pattern: RegExp): string[] =>
  existsSync(join(root, folder))
    ? filesBelow(join(root, folder))
        .filter(file => pattern.test(file))
        .map(file => `${folder}/${file}`)
    : []

const yaml = /\.ya?ml$/
const asFile =
  (kind: YamlFile['kind']) =>
  (name: string): YamlFile => ({ name, kind, text: read(name) })

/** A fragment of a workflow as a document shows it, completed to one that can be validated; `null` = it is no workflow. */
const completed = (block: string): Omit<YamlFile, 'name'> | null => {
  if (/^runs:/m.test(block)) return { kind: 'action', text: block }
  if (/^jobs:/m.test(block)) return { kind: 'workflow', text: /^on:/m.test(block) ? block : `on: workflow_dispatch\n${block}` }
  const indent = (text: string, by: number): string => text.replace(/^(?=.)/gm, ' '.repeat(by))
  if (/^steps:/m.test(block))
    return { kind: 'workflow', text: `on: workflow_dispatch\njobs:\n  job:\n    runs-on: ubuntu-latest\n${indent(block, 4)}` }
  if (/^- (uses|run|id|name):/m.test(block)) return completed(`steps:\n${indent(block, 2)}`)
  return null
}

const fence = /^( *)```ya?ml\n([\s\S]*?)^ *```/gm

/** The workflows in the YAML blocks of one Markdown text, named by their line. */
export const blocksOf = (name: string, text: string): YamlFile[] =>
  [...text.matchAll(fence)].flatMap(({ 1: margin = '', 2: block = '', index }) => {
    const found = completed(block.replaceAll(`\n${margin}`, '\n').slice(margin.length))
    return found === null ? [] : [{ name: `${name}:${text.slice(0, index).split('\n').length + 1}`, ...found }]
  })

const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md'].filter(name => existsSync(join(root, name)))

export const actions = ['action.yml', ...below('setup', /^action\.yml$/)]
  .filter(name => existsSync(join(root, name)))
  .map(asFile('action'))
export const workflows = [...below('.github/workflows', yaml), ...below('examples', yaml)].map(asFile('workflow'))
export const blocks = [...documents, ...below('docs', /\.md$/)].flatMap(name => blocksOf(name, read(name)))
export const everyFile = [...actions, ...workflows, ...blocks]
