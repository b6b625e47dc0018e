import type { World } from '../../model/world.ts'
import type { Story } from '../snapshot/story.ts'
import { START } from '../snapshot/world.ts'

export const PAUSE = 'needs-human-review'
/** A model's clock as the server's. */
export const timeOf = (t: number): number => START + t

/** The pause label of a model's world as the pull's labels and timeline tell it. */
export const showLabels = (
  story: Story,
  { label, off, labelledAt, acts }: Pick<World, 'label' | 'off' | 'labelledAt' | 'acts'>,
): void => {
  const who = {
    us: story.viewer(),
    bot: { kind: 'Bot', login: 'other' as never },
    person: { kind: 'User', login: 'dev' as never },
  } as const
  const { pull, timeline } = story.facts
  const isAct = acts.some(act => act.kind === 'unlabel' && act.t === off?.t)
  if (off && !(off.by === 'person' && isAct))
    timeline.push({ kind: 'unlabeled', id: 'E_off', at: timeOf(off.t), actor: who[off.by], label: PAUSE })
  if (labelledAt > 0 && label?.by !== 'us')
    timeline.push({ kind: 'labeled', id: 'E_set', at: timeOf(labelledAt), actor: who.us, label: PAUSE })
  if (!label) return
  pull.labels.push(PAUSE)
  timeline.push({ kind: 'labeled', id: 'E_on', at: timeOf(label.t), actor: who[label.by], label: PAUSE })
}
