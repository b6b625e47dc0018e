import picomatch from 'picomatch'

/** Whether any of the policy's globs matches; dot files are files like any other. */
export const matchesAny = (globs: string[], path: string): boolean =>
  globs.some(glob => picomatch.isMatch(path, glob, { dot: true }))
