/** One thing looked at. `fail` = Countersign cannot work so; `warn` = part of it does not; `unknown` = this token may not see it. */
export type Check = { level: 'ok' | 'warn' | 'fail' | 'unknown'; about: string; found: string; expected?: string; todo?: string }

export const ok = (about: string, found: string): Check => ({ level: 'ok', about, found })

export const bad = (level: 'warn' | 'fail', about: string, said: { found: string; expected: string; todo: string }): Check => ({
  level,
  about,
  ...said,
})

export const unknown = (about: string, found: string, todo: string): Check => ({ level: 'unknown', about, found, todo })

/** One line: what was looked at, what was found, what was expected, what to do. */
export const checkLine = ({ level, about, found, expected, todo }: Check): string =>
  [
    `${level.padEnd(7)}  ${about}: ${found}`,
    ...(expected === undefined ? [] : [`expected ${expected}`]),
    ...(todo === undefined ? [] : [todo]),
  ].join('; ')
