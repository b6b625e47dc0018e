import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { runSupervise } from '../../src/agents/supervise-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'countersign-test-'))
const schema = join(folder, 'schema.json')
writeFileSync(
  schema,
  JSON.stringify({
    type: 'object',
    required: ['n'],
    properties: { n: { type: 'integer', minimum: 1 } },
    additionalProperties: false,
  }),
)

async function run(argv: string[], input = '', stop = new AbortController().signal) {
  let out = ''
  const lines: string[] = []
  const stdin = Readable.from(input === '' ? [] : [Buffer.from(input)]) as unknown as NodeJS.ReadableStream
  const env = { PATH: process.env.PATH, HOME: '/nonexistent', MINE: 'kept' }
  const code = await runSupervise(argv, {
    env,
    cwd: folder,
    stdin,
    stop,
    out: text => (out += text),
    err: line => lines.push(line),
  })
  return { code, out, lines, last: lines.at(-1) ?? '' }
}

const sh = (script: string): string[] => ['--', 'sh', '-c', script]

describe.concurrent('supervise', () => {
  test('passes stdin on and the answer out, with one line about it', async () => {
    const { code, out, lines } = await run(['--', 'cat'], 'in → out\n')
    expect([code, out, lines.length]).toEqual([0, 'in → out\n', 1])
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ outcome: 'ok', attempts: [{ result: 'ok', exit: { code: 0 } }] })
  })

  test('leaves the environment, the folder and the input as they are', async () => {
    const { out } = await run(sh('echo $MINE $HOME; pwd; cat'), '/slash first')
    expect(out).toBe(`kept /nonexistent\n${folder}\n/slash first`)
  })

  test.each<[string, number, string[]]>([
    ['error', 1, sh('exit 7')],
    ['timeout', 124, ['--timeout', '1', '--grace', '0', ...sh('sleep 9')]],
    ['timeout', 124, ['--silence', '1', '--grace', '0', ...sh('sleep 9')]],
    ['transient', 75, sh('echo 429 Too Many Requests >&2; exit 1')],
    ['auth', 77, sh('echo 401 Unauthorized >&2; exit 1')],
    ['quota', 69, sh('echo "You\'ve hit your limit"; exit 1')],
    ['malformed', 65, ['--validate', schema, ...sh('echo prose')]],
    ['ok', 0, ['--validate', schema, ...sh('echo "Here: {\\"n\\": 3}"')]],
  ])('%s ends with %i', async (outcome, code, argv) => {
    const ended = await run(['--attempts', '1', ...argv])
    expect([JSON.parse(ended.last).outcome, ended.code]).toEqual([outcome, code])
  })

  test('tries again, and tells each attempt in the journal', async () => {
    const journal = join(folder, 'attempts.jsonl')
    const { code, out } = await run(
      [
        '--backoff',
        '0',
        '--validate',
        schema,
        '--journal',
        journal,
        ...sh('if grep -q "not accepted"; then echo "{\\"n\\":1}"; else echo "{\\"n\\":0}"; fi'),
      ],
      'a prompt',
    )
    expect([code, out]).toEqual([0, '{"n":1}\n'])
    expect(readFileSync(journal, 'utf8').match(/"event":"start"/g)).toHaveLength(2)
  })

  test('stops when it is told to', async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort('cancelled'), 200)
    expect((await run(sh('sleep 9'), '', stop.signal)).code).toBe(130)
  })

  test.each([
    [[], 'found no command'],
    [['--'], 'found no command'],
    [['--timeout', '0', '--', 'x'], '"--timeout" must be a number of seconds'],
    [['--timeout', '1e9', '--', 'x'], '"--timeout" must be a plain number, found "1e9"'],
    [['--attempts', '2.5', '--', 'x'], '"--attempts" must be a whole number'],
    [['--grace=-1', '--', 'x'], '"--grace" must be'],
    [['--validate', '/no/such.json', '--', 'x'], 'is no JSON Schema'],
    [['--nope', '--', 'x'], 'nope'],
  ])('wrong use is told: %j', async (argv, message) => {
    const { code, last } = await run(argv)
    expect([code, last]).toEqual([2, expect.stringContaining(message)])
  })
})
