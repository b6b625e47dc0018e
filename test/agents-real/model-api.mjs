/**
 * A local stand-in for the three vendors' model APIs, on one port. The scenario stands in the base URL:
 * http://127.0.0.1:PORT/s/SCENARIO~KEY. KEY keeps two runs apart in the log. GET /log answers every model call.
 *
 * write.BASE64URL (the model writes that file), ok, prose, wrong, costly, truncated, 401, 403, 429, quota, billing, 500, 529, hang, reset-mid.
 * Prints `listening PORT`. ANSWER is the JSON of a good answer.
 */
import { createServer } from 'node:http'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { anthropic } from './protocols/anthropic.mjs'
import { gemini } from './protocols/gemini.mjs'
import { openai } from './protocols/openai.mjs'

const protocols = [anthropic, openai, gemini]
const statuses = { 401: 401, 403: 403, 429: 429, quota: 429, billing: 400, 500: 500, 529: 529 }
const answer = process.env.ANSWER ?? '{}'
const modest = { input: 1200, output: 80 }
const huge = { input: 2_000_000, output: 200_000 }
const calls = []
let serial = 0

/** The call by which each CLI's model writes a file, as far as the CLI offers it one. */
function writeCall(tools, file) {
  const input = { file_path: file, content: 'written by the model' }
  const name = tools.find(tool => tool === 'Write' || tool === 'write_file')
  if (name !== undefined) return { name, input }
  const command = `echo written by the model > '${file}'`
  return tools.includes('exec_command')
    ? { name: 'exec_command', input: { cmd: command } }
    : { name: 'shell', input: { command: ['bash', '-c', command] } }
}

/** What the model says, the same for every protocol. */
function replyOf(scenario, ask) {
  serial += 1
  const [kind, detail] = scenario.split('.')
  const base = { serial, call: null, usage: scenario === 'costly' ? huge : modest, stop: 'end' }
  if (scenario === 'prose') return { ...base, text: 'I looked at the change and it reads well. No quota is exceeded.' }
  if (scenario === 'truncated') return { ...base, text: answer.slice(0, answer.length / 2), stop: 'length' }
  if (kind === 'write' && !ask.isFollowUp)
    return { ...base, text: '', call: writeCall(ask.tools, Buffer.from(detail, 'base64url').toString()), stop: 'tool' }
  const text = scenario === 'wrong' ? '{"unexpected":true}' : answer
  if (ask.answerTool === null || (ask.isFollowUp && scenario !== 'wrong')) return { ...base, text }
  return { ...base, text: '', call: { name: ask.answerTool, input: JSON.parse(text) }, stop: 'tool' }
}

const unpack = { gzip: gunzipSync, br: brotliDecompressSync, zstd: zstdDecompressSync }

async function bodyOf(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const bytes = Buffer.concat(chunks)
  const text = (unpack[request.headers['content-encoding']] ?? (plain => plain))(bytes).toString()
  return { text, json: text.startsWith('{') ? JSON.parse(text) : {} }
}

function sendJson(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json', ...(status === 429 && { 'retry-after': '1' }) })
  response.end(JSON.stringify(body))
}

function answerCall(response, protocol, ask, scenario) {
  const status = statuses[scenario]
  if (status !== undefined) return sendJson(response, status, protocol.error(scenario, status))
  if (scenario === 'hang') return undefined
  const reply = replyOf(scenario, ask)
  if (!ask.streamed && scenario !== 'reset-mid') return sendJson(response, 200, protocol.whole(reply, ask))
  const frames = protocol.frames(reply, ask)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  if (scenario !== 'reset-mid') return response.end(frames.join(''))
  response.write(frames.slice(0, Math.ceil(frames.length / 2)).join(''))
  return setTimeout(() => response.socket?.destroy(), 30)
}

async function serve(request, response) {
  if (request.url === '/log') return sendJson(response, 200, calls)
  // A client that prefers WebSockets falls back to plain requests on this.
  if (request.headers.upgrade) return sendJson(response, 426, {})
  const [, scenario = 'ok', key = '', path = '/'] = /^\/s\/([^~/]+)~([^/]*)(\/[^?]*)?/.exec(request.url) ?? []
  const body = await bodyOf(request)
  const protocol = request.method === 'POST' ? protocols.find(one => one.matches(path)) : undefined
  if (protocol === undefined)
    return sendJson(response, 200, protocols.map(one => one.side(path)).find(side => side !== null) ?? {})
  const ask = protocol.ask(body.json, path)
  calls.push({ key, scenario, tools: ask.tools, body: body.text })
  return answerCall(response, protocol, ask, scenario)
}

const server = createServer((request, response) => {
  serve(request, response).catch(() => response.destroy())
})
server.listen(0, '127.0.0.1', () => console.log(`listening ${server.address().port}`))
process.on('SIGTERM', () => process.exit(0))
