export const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** The durations of `times` calls in milliseconds, one after the other; `warmUp` further ones before them are not counted. */
export const durationsMs = async (
  work: () => unknown,
  { times, warmUp }: { times: number; warmUp: number },
): Promise<number[]> => {
  const measured: number[] = []
  for (let at = -warmUp; at < times; at++) {
    const from = performance.now()
    await work()
    if (at >= 0) measured.push(performance.now() - from)
  }
  return measured
}
