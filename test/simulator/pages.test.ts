import { expect, test } from 'vitest'
import { rendered } from '../../src/simulator/pages/markdown.ts'
import { runSandbox } from '../../src/simulator/sandbox.ts'
import { startGuarded } from './start.ts'

test('a pull’s page shows its conversation with who did what', async () => {
  const github = await startGuarded()
  const comment = github.as('dev').comment(1, 'Is **this** right?\n\n<!-- countersign:v1 {"kind":"status"} -->')
  github
    .as('dev')
    .review(1, { event: 'REQUEST_CHANGES', body: 'No.', comments: [{ path: 'src/app.ts', line: 5, body: 'Why five?' }] })
  github.as('dev').label(1, 'needs-human-review')
  github.as('author').react(1, 'eyes')
  comment.minimized = 'OUTDATED'
  const page = await fetch(`${github.url}/octo/hello/pull/1`)
  expect(page.headers.get('content-type')).toContain('text/html')
  const html = await page.text()
  for (const words of [
    'Add a feature #1',
    'Is <strong>this</strong> right?',
    'requested changes at',
    '<code>src/app.ts:5</code>',
    'Why five?',
    'needs-human-review',
    '👀',
    'hidden as outdated',
  ]) {
    expect(html).toContain(words)
  }
  expect(html).not.toContain('countersign:v1')
  expect(await (await fetch(`${github.url}/octo/hello`)).text()).toContain('href="/octo/hello/pull/1"')
  expect(github.requests.api).toEqual([])
})

test.each([
  ['<script>alert(1)</script>', '&lt;script&gt;'],
  ['a <img src=x onerror=alert(1)> b', '&lt;img src=x onerror=alert(1)&gt;'],
  ['[x](javascript:alert(1))', '<p>x</p>'],
  ['[x](JavaScript&colon;alert(1))', '<p>x</p>'],
  ['[x](data:text/html,<b>)', '<p>x</p>'],
  ['[x](https://example.com/"onmouseover="alert(1))', '&quot;onmouseover'],
  ['![x](https://example.com/pixel.png)', '[image: x]'],
  ['`<b>`', '<code>&lt;b&gt;</code>'],
  ['<details>\n<summary>More</summary>\n\ntext\n</details>', '<details>'],
  ['<details ontoggle=alert(1)>', '&lt;details'],
  ['before <!-- hidden --> after', 'before  after'],
  ['<!-- never closed <script>', ''],
])('%s is shown safely', (markdown, expected) => {
  const html = rendered(markdown)
  expect(html).toContain(expected)
  expect(html).not.toMatch(/<(script|img)|\shref="(?!https?:|mailto:|[/#])|<[^>]*\son\w+=/i)
})

test('the sandbox serves its world, says how to use it, and ends when it is stopped', async () => {
  const stop = new AbortController()
  const said: string[] = []
  const told = new Promise<string>(resolve => {
    const out = (text: string) => {
      said.push(text)
      resolve(text)
    }
    running = runSandbox([], { cwd: '.', out, err: line => said.push(line), stop: stop.signal })
  })
  const text = await told
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0] ?? ''
  expect(text).toContain(`${url}/octo/hello/pull/1   Compute the mean`)
  expect(text).toMatch(/github-actions +actions-token +github-token/)
  const world = await (await fetch(`${url}/_world`)).json()
  expect(world).toMatchObject({ repositories: [{ name: 'octo/hello', pulls: [{ title: 'Compute the mean' }] }] })
  stop.abort()
  expect(await running).toBe(0)
  await expect(fetch(url)).rejects.toThrow()
})
let running: Promise<number> = Promise.resolve(0)

test.each([
  [['--port', 'many'], '--port is "many"'],
  [['--world', 'no-such-file.json'], 'cannot be read'],
  [['--nonsense'], 'nonsense'],
])('wrong use of the sandbox (%j) is told', async (argv, words) => {
  const lines: string[] = []
  const io = { cwd: '/nowhere', out: () => undefined, err: (line: string) => void lines.push(line), stop: AbortSignal.abort() }
  expect(await runSandbox(argv, io)).toBe(2)
  expect(lines.join('\n')).toContain(words)
})
