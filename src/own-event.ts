/**
 * Imported before anything else: the toolkit parses the event file while it is being imported, and a broken file would end the
 * run with a stack trace. Under another name the file is left to us, who say what is wrong with it.
 */
if (process.env.GITHUB_EVENT_PATH !== undefined) {
  process.env.COUNTERSIGN_EVENT_PATH = process.env.GITHUB_EVENT_PATH
  delete process.env.GITHUB_EVENT_PATH
}
