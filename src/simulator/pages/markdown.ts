import { Marked } from 'marked'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export const escaped = (text: string): string => text.replace(/[&<>"']/g, character => entities[character] ?? character)

/** Web addresses and plain paths; nothing that a browser would run. */
const safeLink = (address: string): string | null => {
  const plain = address.trim()
  return /^(?:https?:\/\/|mailto:|[/#])/i.test(plain) ? escaped(plain) : null
}

/** One pass, whatever is in it: an opener without an end hides the rest, as in a browser. */
function withoutComments(html: string): string {
  const kept: string[] = []
  let at = 0
  for (let open = html.indexOf('<!--'); open >= 0; open = html.indexOf('<!--', at)) {
    kept.push(html.slice(at, open))
    const close = html.indexOf('-->', open + 4)
    at = close < 0 ? html.length : close + 3
  }
  return kept.join('') + html.slice(at)
}

/** The few tags that GitHub shows and Markdown has no words for. */
const plainTags = /^<\/?(?:details|summary|sub|sup|br|kbd)\s*\/?>$/i
const shownHtml = (html: string): string =>
  withoutComments(html).replace(/<[^<>]*>|[&<>"']/g, part => (plainTags.test(part) ? part : escaped(part)))

const renderer = new Marked({
  gfm: true,
  async: false,
  renderer: {
    html: ({ text }) => shownHtml(text),
    link({ href, tokens }) {
      const inner = this.parser.parseInline(tokens)
      const address = safeLink(href)
      return address === null ? inner : `<a href="${address}" rel="nofollow noreferrer">${inner}</a>`
    },
    // Nothing is loaded from anywhere: an image is its words.
    image: ({ text, href }) => `<em>[image: ${escaped(text || href)}]</em>`,
  },
})

/** Markdown as GitHub shows it: HTML comments hidden, other HTML as text, links only where they lead somewhere harmless. */
export const rendered = (markdown: string): string => String(renderer.parse(markdown))
