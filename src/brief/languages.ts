import type { NamedText } from './build-brief.ts'
import { languages } from './languages/texts.ts'

const byFileName: [RegExp, string][] = [
  [/(?:^|\/)\.github\/workflows\/[^/]+\.ya?ml$|(?:^|\/)action\.ya?ml$/i, 'github-actions'],
  [/(?:^|\/)(?:Dockerfile|Containerfile)(?:\.[^/]*)?$|\.dockerfile$/i, 'docker'],
  [/(?:^|\/)(?:Makefile|[^/]+\.(?:sh|bash|zsh|ksh))$/i, 'shell'],
  [/\.(?:ts|tsx|mts|cts)$/i, 'typescript'],
  [/\.(?:js|jsx|mjs|cjs|vue|svelte)$/i, 'javascript'],
  [/\.(?:py|pyi|pyx)$/i, 'python'],
  [/\.go$/i, 'go'],
  [/\.rs$/i, 'rust'],
  [/\.java$/i, 'java'],
  [/\.kts?$/i, 'kotlin'],
  [/\.(?:cs|cshtml|razor)$/i, 'csharp'],
  [/\.(?:c|h|cc|cpp|cxx|hh|hpp|hxx|ino)$/i, 'c-and-cpp'],
  [/\.(?:rb|rake|gemspec|erb)$/i, 'ruby'],
  [/\.php$/i, 'php'],
  [/\.swift$/i, 'swift'],
  [/\.(?:scala|sc)$/i, 'scala'],
  [/\.(?:ex|exs|heex)$/i, 'elixir'],
  [/\.dart$/i, 'dart'],
  [/\.(?:ps1|psm1)$/i, 'powershell'],
  [/\.sql$/i, 'sql'],
  [/\.(?:tf|tfvars|hcl)$/i, 'terraform'],
  [/\.(?:css|scss|less|html?)$/i, 'html-and-css'],
  [/\.ya?ml$/i, 'yaml'],
]

const languageOf = (path: string): string | null => byFileName.find(([pattern]) => pattern.test(path))?.[1] ?? null

const most = 5

/** Texts for the languages of the changed files, those with the most files first; at most five. */
export const languageTexts = (paths: string[]): NamedText[] => {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const language = languageOf(path)
    if (language !== null) counts.set(language, (counts.get(language) ?? 0) + 1)
  }
  const names = [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, most)
  return names.flatMap(([name]) => {
    const text = languages.get(name)
    return text === undefined ? [] : [{ name, text }]
  })
}
