const suggestionFence = /^([ \t>]*)(`{3,}|~{3,})[ \t]*suggestion\b.*$/gim

/** Suggestion blocks as plain code blocks: readable, but nobody can apply them with a click. */
export const withoutSuggestions = (markdown: string): string => markdown.replace(suggestionFence, '$1$2')
