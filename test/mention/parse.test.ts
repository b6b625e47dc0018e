import { describe, expect, it } from 'vitest'
import { parseRequests } from '../../src/mention/parse.ts'
import { shouldServe } from '../../src/mention/should-serve.ts'
import texts from '../fixtures/mention/texts.json' with { type: 'json' }

type Row = { case: number; in: string; expect: { asks?: boolean; request?: string; command?: string; command_not_in?: string[] } }

const bot = { mention: 'bot' }
const parse = (body: string | null) => parseRequests(body, bot)
const wordOf = (request: string | undefined): string | undefined => request?.split(' ')[0]

describe('texts from public reports', () => {
  it.each(texts as Row[])('$case: $in', row => {
    const { asks, mentions } = parse(row.in)
    if (row.expect.asks !== undefined) expect(asks).toBe(row.expect.asks)
    if (row.expect.request !== undefined) expect(mentions.map(({ request }) => request)).toEqual([row.expect.request])
    if (row.expect.command !== undefined) expect(wordOf(mentions[0]?.request)).toBe(row.expect.command)
    for (const command of row.expect.command_not_in ?? []) expect(wordOf(mentions[0]?.request)).not.toBe(command)
  })
})

describe('a text asks', () => {
  it.each([
    ['at the end of a sentence', 'thanks @bot.'],
    ['with a dash after it', '@bot - review'],
    ['in emphasis', '_@bot_ review'],
    ['after another script', '안녕@bot review'],
    ['with the suffix of an App', '@bot[bot] review'],
    ['in a table', '|a|\n|-|\n|@bot review|'],
    ['in a folded block', '<details><summary>More</summary>\n\n@bot review\n</details>'],
    ['in a folded block of raw HTML', '<details>\n@bot review\n</details>'],
    ['after an image', '![x](y)\n@bot review'],
    ['after a closed code block', '```\nx\n```\n@bot review'],
    ['below a quote', '> quote\n\n@bot review'],
    ['after a single backtick', 'a ` b\n@bot review'],
    ['behind a deep list', `${'- '.repeat(30)}x\n\n@bot review`],
    ['behind quotes in quotes that no lexer can follow', `${'> '.repeat(20_000)}x\n\n@bot review`],
    ['behind far indented code', `\`\`\`\n${' '.repeat(300)}x\n\`\`\`\n@bot review`],
  ])('%s', (_, body) => {
    expect(parse(body).asks).toBe(true)
  })
})

describe('a text does not ask', () => {
  it.each([
    ['in code', '`@bot review`'],
    ['in double backticks', '`` ` @bot review``'],
    ['in a fence', '```\n@bot review\n```'],
    ['in a fence of tildes that never ends', '~~~\n@bot review'],
    ['indented as code', 'x\n\n    @bot review'],
    ['in a quote', '> @bot review'],
    ['in a quote’s lazy line', '> x\n@bot review'],
    ['in a quote in a list', '- > @bot review'],
    ['in a link’s text', '[@bot review](https://x.invalid)'],
    ['in a link by reference', '[@bot review][a]\n\n[a]: https://x.invalid'],
    ['in a link by its own label', '[@bot review]\n\n[@bot review]: https://x.invalid'],
    ['in an image’s text', '![@bot review](x.png)'],
    ['in a link’s target', '[x](https://x.invalid "@bot review")'],
    ['in an address', 'https://x.invalid/?to=@bot'],
    ['in an address in brackets', '<https://x.invalid/ @bot>'],
    ['in a path', 'scripts/@bot review'],
    ['in a mail address in brackets', '<x@bot>'],
    ['escaped', '\\@bot review'],
    ['in an attribute', '<b title="> @bot review">x</b>'],
    ['in a raw link', '<a href="x">@bot review</a>'],
    ['in raw code', '<code>@bot review</code>'],
    ['in raw preformatted text', '<pre>\n@bot review\n</pre>'],
    ['in a raw quote', '<blockquote>\n\n@bot review\n\n</blockquote>'],
    ['in a comment inside a line', 'x <!-- @bot review --> y'],
    ['in a comment over lines', 'x <!-- a\n@bot review\n--> y'],
    ['after a comment that a line leaves open', 'x <!-- a\n\n@bot review'],
    ['after a comment that a quote leaves open', '> <!-- a\n\n@bot review'],
    ['after a comment that a list leaves open', '1. <!--\n\n@bot review'],
    ['in a processing instruction', '<?x @bot review ?>'],
    ['in a declaration', '<!X @bot review>'],
    ['as another’s name', '@bot-x @botx @bot_x @bot.dev @bot/x @bot@x.dev'],
    ['with a hidden letter', '@\u200bbot review'],
    ['in an empty body', ''],
    ['in no body', null],
  ])('%s', (_, body) => {
    expect(parse(body)).toEqual({ asks: false, mentions: [], requests: [], hint: null })
  })
})

describe('a command stands at the start of its line', () => {
  it.each([
    '@bot review',
    '  @bot review',
    'Hello\n@bot review',
    'Hello<br>@bot review',
    '- @bot review',
    '- [ ] @bot review',
    '## @bot review',
    '**@bot** review',
    '@BOT REVIEW!',
    '@bot: review.',
    '<!-- a --> @bot review',
    'Hello\r\n@bot review\r\n',
  ])('%j', body => {
    expect(parse(body).requests).toEqual([{ command: 'review', skills: [], maxCycles: null }])
  })

  it.each([
    ['please do not @bot review', 'To ask for it, write `@bot review` at the start of a line.'],
    ['`x` @bot pause', 'To ask for it, write `@bot pause` at the start of a line.'],
    ['`_` @bot pause', 'To ask for it, write `@bot pause` at the start of a line.'],
    ['`x\n` @bot pause', 'To ask for it, write `@bot pause` at the start of a line.'],
    ['@bot reviwe', 'Did you mean `@bot review`?'],
    ['@bot re-sume', 'Did you mean `@bot resume`?'],
    ['@bot', '`@bot help` lists what can be asked for.'],
    ['@bot I would rather not review', '`@bot help` lists what can be asked for.'],
  ])('%j only gets a hint', (body, hint) => {
    expect(parse(body)).toMatchObject({ requests: [], hint })
  })

  it('takes each line by itself, and hints at the one it did not understand', () => {
    expect(parse('@bot review\n@bot resum\nThanks @bot')).toMatchObject({
      requests: [{ command: 'review' }],
      hint: 'Did you mean `@bot resume`?',
    })
  })

  it('serves at most ten requests of one text', () => {
    expect(parse('@bot review\n'.repeat(50)).requests).toHaveLength(10)
  })
})

describe('shouldServe', () => {
  const event = { action: 'created', from: null, body: '@bot review', senderKind: 'User' }
  it.each([
    ['a new text that asks', {}, true],
    ['a submitted review that asks', { action: 'submitted' }, true],
    ['a new text that does not', { body: 'x' }, false],
    ['a review without a body', { action: 'submitted', body: null }, false],
    ['a text of a bot', { senderKind: 'Bot' }, false],
    ['an edit of a text that asked before', { action: 'edited', from: '@bot look', body: '@bot look, please' }, false],
    ['an edit that makes it ask', { action: 'edited', from: 'look', body: '@bot look' }, true],
    ['an edit by a bot', { action: 'edited', from: 'look', body: '@bot look', senderKind: 'Bot' }, false],
    ['an edit whose former text is not told', { action: 'edited', body: '@bot look' }, false],
    ['a deletion', { action: 'deleted' }, false],
  ])('%s', (_, change, expected) => {
    expect(shouldServe({ ...event, ...change }, bot)).toBe(expected)
  })
})
