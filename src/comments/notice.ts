import type { Due } from '../decide/notice.ts'
import type { Policy } from '../policy/schema.ts'
import { combinedOf } from '../snapshot/cycle.ts'
import type { Sha } from '../snapshot/ids.ts'
import { isoOf } from '../snapshot/ids.ts'
import type { Snapshot, Verdict } from '../snapshot/snapshot.ts'
import { usedInAll } from '../snapshot/starts.ts'
import { withoutControls } from '../text/controls.ts'
import { openMustFix } from './findings-story.ts'
import { countText, moneyText, type Place, pullUrl, reviewLink, shortSha } from './words.ts'

export type NoticeItem = { id: string; severity: string; where: string | null; title: string }

/** What is told outside of GitHub of one end, as plain text. `key` is the same however often it is made. */
export type Notice = {
  kind: Due['kind']
  key: string
  /** The server's time. */
  at: string
  repository: { id: number; name: string }
  pull: { number: number; title: string; url: string; head: Sha }
  headline: string
  lines: string[]
  mustFix: NoticeItem[]
  links: { pull: string; review: string | null; run: string | null }
}

export type NoticeInput = { due: Due; why: string; head: Sha; snapshot: Snapshot; policy: Policy; place: Place }

const MOST_ITEMS = 5
const SUMMARY = 600

const plain = (text: string, most: number): string => {
  const line = withoutControls(text).replace(/\s+/g, ' ').trim()
  return line.length > most ? `${line.slice(0, most - 1)}…` : line
}

/** The words of the agent that stand below the review's headline. */
const summaryOf = ({ facts }: Snapshot, verdict: Verdict | undefined): string[] => {
  const body = facts.reviews.find(one => one.id === verdict?.id)?.body ?? ''
  const [, summary = ''] = body.split(/\n\n+/)
  return summary === '' || /^(#|<)/.test(summary) ? [] : [plain(summary, SUMMARY)]
}

const fixedIn = (verdicts: Verdict[]): number =>
  new Set(verdicts.flatMap(one => one.marker?.findings.filter(({ status }) => status === 'fixed').map(({ id }) => id) ?? [])).size

const storyLine = (snapshot: Snapshot): string => {
  const own = combinedOf(snapshot.verdicts).filter(one => !one.carried)
  return `${countText(own.length, 'round')}, ${countText(fixedIn(own), 'finding')} fixed, ${moneyText(usedInAll(snapshot).spend.life)} in all.`
}

const headlineOf = ({ due, snapshot }: NoticeInput): string => {
  const { repository, pull } = snapshot.facts
  const at = `${repository.nameWithOwner}#${pull.number}`
  return due.kind === 'consensus' ? `${at}: reviewed and ready for a person` : `${at}: needs a human`
}

const linesOf = (input: NoticeInput, verdict: Verdict | undefined): string[] => {
  const { due, why, head, snapshot, policy } = input
  const story = storyLine(snapshot)
  switch (due.kind) {
    case 'consensus':
      return [`No blocking finding at ${shortSha(head)}. ${story} Countersign did not merge it.`, ...summaryOf(snapshot, verdict)]
    case 'exhausted':
      return [
        `Changes were requested on ${countText(snapshot.cycle.count, 'head')} in a row; the limit is ${policy['max-cycles']}. ${story}`,
      ]
    case 'error':
      return [`The review of ${shortSha(head)} failed, and is not started again by itself: ${plain(why, 300)}.`, story]
    default:
      return [`A review of ${shortSha(head)} was interrupted, and was not restarted: ${plain(why, 300)}.`, story]
  }
}

const itemsOf = ({ due, snapshot }: NoticeInput): NoticeItem[] =>
  due.kind !== 'exhausted'
    ? []
    : openMustFix(snapshot.cycle.story)
        .slice(0, MOST_ITEMS)
        .map(({ id, severity, path, line, title }) => ({
          id,
          severity,
          where: path === null ? null : plain(line === null ? path : `${path}:${line}`, 200),
          title: plain(title ?? 'finding', 150),
        }))

/** What people are told who are not looking at the pull request. */
export const noticeOf = (input: NoticeInput): Notice => {
  const { due, head, snapshot, place } = input
  const { facts, verdicts } = snapshot
  const verdict = verdicts.findLast(one => one.head === head && one.reviewer === snapshot.reviewer)
  const url = pullUrl(facts, place)
  return {
    kind: due.kind,
    key: due.key,
    at: isoOf(facts.observedAt),
    repository: { id: facts.repository.id, name: facts.repository.nameWithOwner },
    pull: { number: facts.pull.number, title: plain(facts.pull.title, 200), url, head },
    headline: headlineOf(input),
    lines: linesOf(input, verdict),
    mustFix: itemsOf(input),
    links: { pull: url, review: verdict === undefined ? null : reviewLink(facts, verdict, place), run: place.runUrl },
  }
}
