import { registerHooks } from 'node:module'

// GitHub's workflow parser imports its JSON schemas without saying that they are JSON, which Node refuses.
// Imported before the parser, this says it for every JSON file.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { ...context.importAttributes, type: 'json' } } : context),
})
