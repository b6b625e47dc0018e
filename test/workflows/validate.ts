import './json-imports.ts'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ValidationConfig, validate } from '@actions/languageservice'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { parse } from 'yaml'
import { root } from '../harness/fresh-dist.ts'
import { self, type YamlFile } from './files.ts'

const localPath = (path: string | undefined): string => join(root, path ?? '')

const config: ValidationConfig = {
  // Other repositories' actions are not looked up; the complaint about that is dropped below.
  actionsMetadataProvider: {
    fetchActionMetadata: async ({ owner, name, path }) => {
      const file = join(localPath(path), 'action.yml')
      return `${owner}/${name}` === self && existsSync(file) ? parse(readFileSync(file, 'utf8')) : undefined
    },
  },
  fileProvider: {
    getFileContent: async ({ path }) => ({ name: path, content: readFileSync(localPath(path), 'utf8') }),
  },
}

// The service reads no action at `./`, and no reusable workflow of another repository: each gets the name it does read.
const readable = (text: string): string =>
  text
    .replace(/(\buses:\s*)\.\/?(?=\s|$)/gm, `$1${self}@local`)
    .replace(/(\buses:\s*)\.\/(?!\.github\/)([\w-]+)(?=\s|$)/gm, `$1${self}/$2@local`)
    .replace(new RegExp(`(\\buses:\\s*)${self}/(\\.github/workflows/[\\w-]+\\.yml)@\\S+`, 'gm'), '$1./$2')

// The service remembers what it parsed by address alone: no two texts may share one.
let validated = 0
const addressOf = (kind: YamlFile['kind']): string =>
  `file:///${validated++}/${kind === 'action' ? 'action.yml' : '.github/workflows/workflow.yml'}`

const severities = ['', 'error', 'warning', 'info', 'hint']

/** What GitHub's own language service objects to in a workflow or action file, one line each; hints excepted. */
export const complaintsAbout = async ({ name, kind, text }: YamlFile): Promise<string[]> => {
  const found = await validate(TextDocument.create(addressOf(kind), 'yaml', 1, readable(text)), config)
  return found
    .filter(({ message, severity = 1 }) => severity <= 2 && !/^Unable to resolve action/.test(String(message)))
    .map(({ message, severity = 1, range }) => `${name}:${range.start.line + 1} ${severities[severity]} ${message}`)
}
