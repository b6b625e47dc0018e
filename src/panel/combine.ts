/** What the combined decision needs to know of a finding. */
type Raised = { id: string; blocking: boolean; status: string }

/** One member's answer for one head, base and occasion. */
export type Answer<F extends Raised> = {
  member: string
  findings: F[]
  /** Ids of findings of others. */
  confirms: string[]
  refutes: string[]
  /** Another account edited it: it asks for a fix that nobody can refute. */
  edited: boolean
}

/** A finding with everybody's word on it. */
export type Weighed<F extends Raised> = {
  finding: F
  /** The first that raised it; `null` = nobody says that it is open. */
  by: string | null
  /** Whoever raises it too confirms it. */
  confirmedBy: string[]
  refutedBy: string[]
  /** Open, and not refuted by every other member that answered. */
  stands: boolean
}

export type Combined<F extends Raised> = {
  decision: 'fix-requested' | 'approved' | 'incomplete'
  /** Each id once, those of the first answer first. */
  findings: Weighed<F>[]
  answered: string[]
  /** Members without an answer: never an approval. */
  silent: string[]
}

export type Panel = { members: readonly string[]; quorum: number | null }

export const isOpen = ({ status }: Pick<Raised, 'status'>): boolean => status === 'new' || status === 'still-open'

/** The first answer of each member; what others say does not count. */
const ofMembers = <F extends Raised>(answers: Answer<F>[], { members }: Panel): Answer<F>[] =>
  answers.filter(({ member }, index) => members.includes(member) && answers.findIndex(one => one.member === member) === index)

/** Of several texts for one id an open one speaks, and of those one that blocks. */
const loudest = <F extends Raised>(texts: F[]): F | undefined =>
  texts.find(one => isOpen(one) && one.blocking) ?? texts.find(isOpen) ?? texts[0]

const weighed = <F extends Raised>(id: string, answers: Answer<F>[]): Weighed<F> | null => {
  const raising = answers.filter(answer => answer.findings.some(one => one.id === id && isOpen(one)))
  const finding = loudest(answers.flatMap(answer => answer.findings.filter(one => one.id === id)))
  if (finding === undefined) return null
  const others = answers.filter(answer => answer !== raising[0])
  const refutedBy = others.filter(answer => !raising.includes(answer) && answer.refutes.includes(id)).map(one => one.member)
  const confirmedBy = others
    .filter(answer => raising.includes(answer) || (answer.confirms.includes(id) && !answer.refutes.includes(id)))
    .map(one => one.member)
  const isRefuted = others.length > 0 && refutedBy.length === others.length
  return {
    finding,
    by: raising[0]?.member ?? null,
    confirmedBy,
    refutedBy,
    stands: isOpen(finding) && !isRefuted,
  }
}

/**
 * The decision of a panel on one head, base and occasion, from nothing but its members' answers: a fix is requested when a blocking
 * finding is not refuted by every other member that answered; else it is approved when the quorum (all, unless given) answered;
 * else it is incomplete, which neither counts, nor resets, nor approves. A single reviewer is a panel of one.
 */
export const combine = <F extends Raised>(answers: Answer<F>[], panel: Panel): Combined<F> => {
  const counting = ofMembers(answers, panel)
  const ids = [...new Set(counting.flatMap(answer => answer.findings.map(one => one.id)))]
  const findings = ids.flatMap(id => weighed(id, counting) ?? [])
  const answered = counting.map(one => one.member)
  const isBlocked = counting.some(one => one.edited) || findings.some(({ finding, stands }) => finding.blocking && stands)
  const isEnough = answered.length > 0 && answered.length >= (panel.quorum ?? panel.members.length)
  return {
    decision: isBlocked ? 'fix-requested' : isEnough ? 'approved' : 'incomplete',
    findings,
    answered,
    silent: panel.members.filter(name => !answered.includes(name)),
  }
}
