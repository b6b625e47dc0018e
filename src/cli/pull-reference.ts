import { UsageError } from './io.ts'

export type PullReference = { repository: string; number: number }

const SHAPE = /^([A-Za-z0-9][A-Za-z0-9-]{0,38}\/[A-Za-z0-9._-]{1,100})#([1-9]\d{0,9})$/

/** The one `owner/repo#N` of a command's arguments. */
export const pullReference = ([text, ...more]: string[]): PullReference => {
  if (more.length > 0) throw new UsageError(`pull request: found ${more.length + 1}; expected one`)
  const match = SHAPE.exec(text ?? '')
  if (match?.[1] === undefined || match[2] === undefined)
    throw new UsageError(`pull request: found "${text ?? ''}"; expected owner/repo#number, as in octo/hello#42`)
  return { repository: match[1], number: Number(match[2]) }
}
