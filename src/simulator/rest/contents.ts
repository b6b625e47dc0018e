import * as z from 'zod'
import { type Act, demand, needs } from '../access.ts'
import { commitFiles } from '../acts/repositories.ts'
import { found, Refusal } from '../refusal.ts'
import { resolve } from './commits.ts'
import { actOf, bodyOf, type Call, get, ok, param, put, type Route } from './route.ts'
import { gitCommitShape } from './shapes/commits.ts'
import { apiUrl, pageUrl } from './shapes/repositories.ts'

const path = '/repos/{owner}/{repo}/contents/{path}'
const change = z.object({ message: z.string(), content: z.string(), sha: z.string().optional(), branch: z.string().optional() })

type Entry = { path: string; oid: string; size: number; type: 'file' | 'dir'; at: string }

function entryShape(call: Call, act: Act, entry: Entry) {
  const api = apiUrl(call.world, act.repository)
  const url = `${api}/contents/${entry.path}?ref=${entry.at}`
  const gitUrl = `${api}/git/${entry.type === 'file' ? 'blobs' : 'trees'}/${entry.oid}`
  const page = `${pageUrl(call.world, act.repository)}/${entry.type === 'file' ? 'blob' : 'tree'}/${entry.at}/${entry.path}`
  return {
    type: entry.type,
    size: entry.size,
    name: entry.path.split('/').at(-1) ?? '',
    path: entry.path,
    sha: entry.oid,
    url,
    git_url: gitUrl,
    html_url: page,
    download_url: entry.type === 'file' ? page : null,
    _links: { self: url, git: gitUrl, html: page },
  }
}

function read(call: Call, act: Act) {
  const where = param(call, 'path').replace(/\/$/, '')
  const at = call.query.get('ref') ?? act.repository.defaultBranch
  const oid = found(resolve(act, at))
  const blob = act.repository.git.blob(oid, where)
  if (blob) {
    const entry = entryShape(call, act, { path: where, oid: blob.oid, size: blob.content.length, type: 'file', at })
    return ok({ ...entry, encoding: 'base64', content: blob.content.toString('base64').replace(/(.{60})/g, '$1\n') })
  }
  const entries = act.repository.git.entries(oid, where)
  if (entries.length === 0) throw new Refusal(404, 'Not Found')
  return ok(
    entries.map(entry => {
      const inner = where === '' ? entry.name : `${where}/${entry.name}`
      return entryShape(call, act, { path: inner, oid: entry.oid, size: 0, type: entry.mode === '40000' ? 'dir' : 'file', at })
    }),
  )
}

/** Replacing a file needs the id of what is there. */
function write(call: Call, act: Act) {
  demand(act, needs.push)
  const where = param(call, 'path')
  const { content, message, sha, branch = act.repository.defaultBranch } = bodyOf(call, change)
  const tip = act.repository.git.branch(branch)
  const old = tip === null ? null : act.repository.git.blob(tip, where)
  if (old && sha === undefined) throw new Refusal(422, 'Invalid request.\n\n"sha" wasn\'t supplied.')
  if (old && old.oid !== sha) throw new Refusal(409, `${where} does not match ${sha}`)
  const oid = commitFiles(act, { branch, files: { [where]: Buffer.from(content, 'base64') }, message })
  const blob = found(act.repository.git.blob(oid, where))
  const entry = entryShape(call, act, { path: where, oid: blob.oid, size: blob.content.length, type: 'file', at: branch })
  return { status: old ? 200 : 201, body: { content: entry, commit: gitCommitShape(call.world, act.repository, oid) } }
}

export const contentRoutes: Route[] = [
  get(path, 'repos/get-content', call => {
    const act = actOf(call)
    return read(call, act)
  }),
  put(path, 'repos/create-or-update-file-contents', call => write(call, actOf(call))),
]
