import { safeInline, safeMarkdown } from '../text/safe.ts'
import { cell, code, countText } from './words.ts'

type Word = { member: string; says: 'confirm' | 'refute'; reason: string }

/** What a panel's members said, for people. `missing` = why it could not decide, `null` when it did. */
export type SecondOpinions = {
  members: {
    name: string
    said: 'primary' | 'agree' | 'disagree' | 'mixed' | 'nothing'
    agent: string | null
    summary: string
    link: string | null
  }[]
  findings: { id: string; title: string; body: string; stands: boolean; words: Word[] }[]
  missing: string | null
}

const saidText = {
  primary: 'first review',
  agree: 'agrees',
  disagree: 'disagrees',
  mixed: 'agrees in part',
  nothing: '**no answer**',
}

/** Where each member has a review of its own, that is where to read on. */
const saidIn = ({ said, link }: SecondOpinions['members'][number]): string =>
  link === null ? saidText[said] : `[${saidText[said]}](${link})`

const memberRow = (one: SecondOpinions['members'][number]): string =>
  `| ${[code(one.name), one.agent === null ? '' : safeInline(one.agent), saidIn(one), safeInline(one.summary)].map(cell).join(' | ')} |`

const wordText = ({ member, says, reason }: Word): string =>
  `  - ${code(member)} ${says === 'confirm' ? 'confirms' : '**refutes**'}${reason.trim() === '' ? '' : `: ${safeInline(reason)}`}`

const indented = (text: string): string =>
  text
    .split('\n')
    .map(line => `  ${line}`)
    .join('\n')

/** A finding that nobody else believes does not stand on its line: then its text stands here. */
const findingLines = ({ id, title, body, stands, words }: SecondOpinions['findings'][number]): string[] => [
  `- ${safeInline(title)} (${code(id)})${stands ? '' : ': every other member that answered refutes it, so it does not count'}`,
  ...words.map(wordText),
  ...(stands || body.trim() === '' ? [] : ['', indented(safeMarkdown(body)), '']),
]

/** Who answered and what they made of the findings: part of the one review. */
export const secondOpinions = ({ members, findings, missing }: SecondOpinions): string[] => {
  const judged = findings.filter(one => one.words.length > 0 || !one.stands)
  return [
    '',
    '#### Panel',
    '',
    ...(missing === null ? [] : [`${safeInline(missing)}. It decided nothing.`, '']),
    '| member | agent | said | in short |',
    '|---|---|---|---|',
    ...members.map(memberRow),
    ...(judged.length === 0
      ? []
      : [
          '',
          `<details><summary>Second opinions on ${countText(judged.length, 'finding')}</summary>`,
          '',
          ...judged.flatMap(findingLines),
          '',
          '</details>',
        ]),
  ]
}

export type MemberOpinion = {
  overall: 'agree' | 'disagree' | 'mixed'
  words: { id: string; title: string; says: 'confirm' | 'refute'; reason: string }[]
}

export const opinionHeadline = (name: string, { overall }: MemberOpinion): string =>
  `### Second opinion of ${code(name)}: ${saidText[overall]}`

/** One member's word on each finding of the first review. */
export const opinionLines = ({ words }: MemberOpinion): string[] =>
  words.length === 0
    ? []
    : [
        '',
        '#### On the findings of the first review',
        '',
        ...words.map(
          ({ id, title, says, reason }) =>
            `- ${says === 'confirm' ? 'confirmed' : '**refuted**'}: ${safeInline(title)} (${code(id)}): ${safeInline(reason)}`,
        ),
      ]
