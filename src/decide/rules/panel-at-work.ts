import { isoOf } from '../../snapshot/ids.ts'
import { type Midst, roundOfMembers } from '../panel.ts'
import type { Rule } from './rule.ts'

const list = (word: string, names: string[]): string[] => (names.length === 0 ? [] : [`${word} ${names.join(', ')}`])

const said = ({ answered, awaited, dead, next }: Midst): string =>
  [
    ...list('answered:', answered),
    ...list('awaited:', awaited),
    ...list('no answer from', dead),
    ...(next === undefined ? [] : [`a run of ${next} is next`]),
  ].join('; ')

/** Asking them all again would cost every agent twice, and could say the opposite of what they come to. */
export const panelAtWork: Rule = {
  name: 'panel-at-work',
  objects: 'members of the panel with runs of their own have begun a round of this head, and this run would ask them all anew',
  action: 'wait',
  forced: 'passes-for-people',
  forcedText: 'passes, for a person’s request, with a new round',
  judge: ({ snapshot, policy }) => {
    const midst = roundOfMembers({ snapshot, policy })
    if (midst === null) return null
    return {
      action: 'wait',
      evidence: `the members of the panel review this head in runs of their own (${said(midst)})`,
      change: `let them run, each as a job with the input reviewer; or ask for a review. Without them a run reviews from ${isoOf(midst.until)} on`,
      effects: [],
    }
  },
}
