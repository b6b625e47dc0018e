import type { AskedText } from '../event.ts'
import { type TextNow, textNow } from '../snapshot/text-now.ts'
import type { PullRun } from './context.ts'
import { look, UNHELD, type View } from './look.ts'

const looked = async (pullRun: PullRun, text: AskedText): Promise<{ view: View; now: TextNow }> => {
  const view = await look(pullRun, UNHELD)
  return { view, now: textNow(view.snapshot.facts, text) }
}

/** The pull, and a text as it is there now. One that was only just written may be missing from the first read. */
export const lookForText = async (pullRun: PullRun, text: AskedText): Promise<{ view: View; now: TextNow }> => {
  const first = await looked(pullRun, text)
  if (first.now.kind !== 'gone') return first
  await pullRun.clock.sleep(2_000)
  return looked(pullRun, text)
}

/** Why a text is left alone that another account edited, or nobody finds. */
export const leftAlone = (now: Exclude<TextNow, { kind: 'own' }>, { author }: AskedText): string =>
  now.kind === 'gone'
    ? 'the text is not on the pull request any more'
    : `the text was last edited by ${now.by ?? 'an account that is not shown'}, and not by ${author?.login ?? 'the account'}, who wrote it: it asks for nothing`
