import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'

export type ObjectType = 'blob' | 'tree' | 'commit' | 'tag'
export type GitObject = { type: ObjectType; content: Buffer }
export type TreeEntry = { mode: string; name: string; oid: string }

const isType = (text: string): text is ObjectType => ['blob', 'tree', 'commit', 'tag'].includes(text)

/**
 * Git's loose objects, read and written without a process: starting a world takes no git at all.
 * Packed objects are git's own business; `read` answers null for them.
 */
export class Objects {
  private readonly dir: string
  private readonly kept = new Map<string, GitObject>()

  constructor(dir: string) {
    this.dir = dir
    mkdirSync(join(dir, 'info'), { recursive: true })
    mkdirSync(join(dir, 'pack'), { recursive: true })
  }

  get hasPacks(): boolean {
    return readdirSync(join(this.dir, 'pack')).some(name => name.endsWith('.pack'))
  }

  private path(oid: string): string {
    return join(this.dir, oid.slice(0, 2), oid.slice(2))
  }

  read(oid: string): GitObject | null {
    const known = this.kept.get(oid)
    if (known) return known
    const object = this.load(oid)
    if (object) this.kept.set(oid, object)
    return object
  }

  private load(oid: string): GitObject | null {
    try {
      const raw = inflateSync(readFileSync(this.path(oid)))
      const end = raw.indexOf(0)
      const [type = ''] = raw.subarray(0, end).toString('latin1').split(' ')
      return isType(type) ? { type, content: raw.subarray(end + 1) } : null
    } catch {
      return null
    }
  }

  write(type: ObjectType, content: Buffer): string {
    const raw = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content])
    const oid = createHash('sha1').update(raw).digest('hex')
    if (this.read(oid)) return oid
    mkdirSync(join(this.dir, oid.slice(0, 2)), { recursive: true })
    writeFileSync(this.path(oid), deflateSync(raw, { level: 1 }), { mode: 0o444 })
    this.kept.set(oid, { type, content })
    return oid
  }
}

/** `null` = it is not there as a loose tree. */
export function readTree(objects: Objects, oid: string): TreeEntry[] | null {
  const object = objects.read(oid)
  if (object?.type !== 'tree') return null
  const { content } = object
  const entries: TreeEntry[] = []
  for (let at = 0; at < content.length; ) {
    const end = content.indexOf(0, at)
    const [mode = '', ...name] = content.subarray(at, end).toString('utf8').split(' ')
    entries.push({ mode, name: name.join(' '), oid: content.subarray(end + 1, end + 21).toString('hex') })
    at = end + 21
  }
  return entries
}

/** Folders sort as if their names ended in a slash. */
const sortKey = (entry: TreeEntry) => Buffer.from(entry.mode === '40000' ? `${entry.name}/` : entry.name)

export function writeTree(objects: Objects, entries: TreeEntry[]): string {
  const sorted = [...entries].sort((a, b) => Buffer.compare(sortKey(a), sortKey(b)))
  return objects.write(
    'tree',
    Buffer.concat(sorted.flatMap(({ mode, name, oid }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, 'hex')])),
  )
}
