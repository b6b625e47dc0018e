import { accessSync, constants, statSync } from 'node:fs'
import { isAbsolute, join, resolve } from 'node:path'

export type Program = { kind: 'found'; path: string } | { kind: 'missing' } | { kind: 'relative' }

/** Finds a program by absolute path or on the PATH. A path relative to the folder is the pull request's own file: only allowed where asked. */
export function findProgram(name: string, path: string, relativeTo: string | null): Program {
  if (isAbsolute(name)) return isExecutable(name) ? { kind: 'found', path: name } : { kind: 'missing' }
  if (name.includes('/')) {
    if (relativeTo === null) return { kind: 'relative' }
    const inside = resolve(relativeTo, name)
    return isExecutable(inside) ? { kind: 'found', path: inside } : { kind: 'missing' }
  }
  const found = path
    .split(':')
    .map(folder => join(folder, name))
    .find(isExecutable)
  return name === '' || found === undefined ? { kind: 'missing' } : { kind: 'found', path: found }
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
