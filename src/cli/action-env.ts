import { type Io, UsageError } from './io.ts'

/** The environment of a run in Actions, made of what a person's shell has. */
export const actionEnv = (io: Io, repository: string, inputs: Record<string, string>): Record<string, string | undefined> => {
  const token = io.env.GITHUB_TOKEN ?? io.env.GH_TOKEN ?? ''
  if (token === '')
    throw new UsageError(
      'token: found none in GITHUB_TOKEN or GH_TOKEN; expected a token that may read the repository; set one of them',
    )
  return {
    ...io.env,
    GITHUB_REPOSITORY: repository,
    INPUT_TOKEN: token,
    ...Object.fromEntries(Object.entries(inputs).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])),
  }
}
