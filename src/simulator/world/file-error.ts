/** The file is wrong, and where: a person can mend it. */
export class WorldFileError extends Error {
  override name = 'WorldFileError'
}
