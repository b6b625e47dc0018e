/** Answers the parents of a commit. */
export type ParentsOf = (oid: string) => string[]

/** Everything that can be reached from a commit, itself included. */
export function reach(parentsOf: ParentsOf, from: string): Set<string> {
  const seen = new Set([from])
  for (const oid of seen) for (const parent of parentsOf(oid)) seen.add(parent)
  return seen
}

/** A best common ancestor: one that no other common ancestor reaches. */
export function mergeBaseOf(parentsOf: ParentsOf, a: string, b: string): string | null {
  const ofA = reach(parentsOf, a)
  const common = [...reach(parentsOf, b)].filter(oid => ofA.has(oid))
  const older = new Set(common.flatMap(parentsOf))
  return common.find(oid => !older.has(oid)) ?? null
}

/** What `head` has and `base` has not, parents before children. */
export function betweenOf(parentsOf: ParentsOf, base: string, head: string): string[] {
  const known = reach(parentsOf, base)
  const order: string[] = []
  const stack: { oid: string; isLeaving: boolean }[] = [{ oid: head, isLeaving: false }]
  for (let step = stack.pop(); step; step = stack.pop()) {
    if (step.isLeaving) order.push(step.oid)
    else if (!known.has(step.oid)) {
      known.add(step.oid)
      stack.push({ oid: step.oid, isLeaving: true }, ...parentsOf(step.oid).map(oid => ({ oid, isLeaving: false })))
    }
  }
  return order
}
