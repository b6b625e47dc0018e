import { UsageError } from './io.ts'

const SHAPE = /^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/[A-Za-z0-9._-]{1,100}$/

/** The one `owner/repo` of a command's arguments. */
export const repositoryReference = ([text, ...more]: string[]): string => {
  if (more.length > 0) throw new UsageError(`repository: found ${more.length + 1}; expected one`)
  if (text === undefined || !SHAPE.test(text))
    throw new UsageError(`repository: found "${text ?? ''}"; expected owner/repo, as in octo/hello`)
  return text
}
