import type { DiffFile } from './diff.ts'

const named = (path: string, files: DiffFile[]): DiffFile | null =>
  files.find(file => file.path === path) ?? files.find(file => file.status === 'renamed' && file.oldPath === path) ?? null

const spellings = (path: string): string[] => {
  const plain = path.trim().replace(/^(?:\.\/)+/, '')
  return [path, plain, plain.replace(/^\/+/, ''), plain.replace(/^[ab]\//, '')]
}

const composed = (path: string, files: DiffFile[]): DiffFile | null => {
  const same = files.filter(file => file.path.normalize('NFC') === path.normalize('NFC'))
  return same.length === 1 ? (same[0] ?? null) : null
}

/** The changed file that a finding names: exactly, by its name before a rename, or with `./`, `/`, `a/` or `b/` before it.
 *  Another spelling counts only when the exact one is no file of the diff. Null = not in the diff. */
export const resolvePath = (path: string, files: DiffFile[]): DiffFile | null => {
  for (const spelling of spellings(path)) {
    const file = named(spelling, files)
    if (file) return file
  }
  return composed(spellings(path)[1] ?? path, files)
}
