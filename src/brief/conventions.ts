import picomatch from 'picomatch'
import type { Where } from '../git/list-files.ts'

/** Guidance beyond this is not read: the room of a brief is for the change. */
export const CONVENTION_BOUNDS = { files: 20, bytes: 30_000, totalBytes: 100_000 }

/** Folders of changed files that are looked at for guidance of their own. */
const mostFolders = 60

const encoder = new TextEncoder()

const isPlainName = (pattern: string): boolean => !pattern.includes('/')

/** The top, and every folder above a changed file, those near the top first. */
const foldersOf = (changed: readonly string[]): string[] => {
  const folders = new Set<string>([''])
  for (const path of changed) {
    const steps = path.split('/').slice(0, -1)
    for (const [index] of steps.entries()) folders.add(steps.slice(0, index + 1).join('/'))
  }
  const depth = (folder: string): number => (folder === '' ? 0 : folder.split('/').length)
  return [...folders].sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1)).slice(0, mostFolders)
}

/** Where files may be that the patterns name: a plain name counts at the top and in the folders of changed files. */
export const conventionPlaces = (patterns: readonly string[], changed: readonly string[]): Where => {
  const bases = patterns.filter(pattern => !isPlainName(pattern)).map(pattern => picomatch.scan(pattern).base)
  return {
    below: [...new Set(bases.filter(base => base !== ''))],
    within: patterns.some(isPlainName) ? foldersOf(changed) : bases.includes('') ? [''] : [],
  }
}

const options = { dot: true, nocase: true }

/** The files to read, in the order of the patterns; those at the top first, texts for people before settings. */
export const chosenConventions = (
  paths: readonly string[],
  { patterns, excluded }: { patterns: readonly string[]; excluded: readonly string[] },
): string[] => {
  const isExcluded = picomatch([...excluded], options)
  const rank = (path: string): number[] => [path.split('/').length, /\.(?:md|mdc|mdx|rst|txt)$/i.test(path) ? 0 : 1]
  const order = (a: string, b: string): number => {
    const [[depthA = 0, kindA = 0], [depthB = 0, kindB = 0]] = [rank(a), rank(b)]
    return kindA - kindB || depthA - depthB || (a < b ? -1 : 1)
  }
  const chosen = patterns.flatMap(pattern => {
    const matches = picomatch(pattern, { ...options, ...(isPlainName(pattern) ? { basename: true } : {}) })
    return paths.filter(path => matches(path) && !isExcluded(path)).sort(order)
  })
  return [...new Set(chosen)].slice(0, CONVENTION_BOUNDS.files)
}

/** As many of the texts as there is room for, in their order; what is no text is passed over. */
export const boundedConventions = (texts: readonly { path: string; text: string }[]): { name: string; text: string }[] => {
  let room = CONVENTION_BOUNDS.totalBytes
  const kept: { name: string; text: string }[] = []
  for (const { path, text } of texts) {
    const size = encoder.encode(text).length
    if (text.includes('\0') || text.trim() === '' || size > room) continue
    room -= size
    kept.push({ name: path, text })
  }
  return kept
}
