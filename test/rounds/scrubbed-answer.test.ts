import { expect, it } from 'vitest'
import { scrubbedAnswer } from '../../src/rounds/scrubbed-answer.ts'

const source = { secrets: ['a-secret-of-ours'], copy: '/tmp/step-1/run/copy' }

it.each<[string, unknown, unknown]>([
  ['a path in the copy', { path: '/tmp/step-1/run/copy/src/a.ts', line: 2 }, { path: 'src/a.ts', line: 2 }],
  ['a file address', 'see file:///tmp/step-1/run/copy/src/a.ts', 'see src/a.ts'],
  ['a secret inside of a path', '/tmp/step-1/run/copy/a-secret-of-ours', expect.not.stringMatching('secret-of-ours|/tmp')],
  ['a folder of another name', '/tmp/step-1/run/copying/a.ts', '/tmp/step-1/run/copying/a.ts'],
  ['what has neither', { sha: 'f'.repeat(40), prior: [] }, { sha: 'f'.repeat(40), prior: [] }],
])('%s', (_, answer, expected) => expect(scrubbedAnswer(answer, source)).toEqual(expected))
