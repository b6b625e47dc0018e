import { UsageError } from './io.ts'

const SHAPE = /^[A-Za-z0-9][A-Za-z0-9-]{0,38}\/[A-Za-z0-9._-]{1,100}$/

/** `owner/repo`. */
export const repositoryReference = (text: string | undefined): string => {
  if (text === undefined || !SHAPE.test(text))
    throw new UsageError(`repository: found "${text ?? ''}"; expected owner/repo, as in octo/hello`)
  return text
}
