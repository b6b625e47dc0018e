import { escaped } from './markdown.ts'

const style = `body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1f2328;background:#fff}
h1,h2{border-bottom:1px solid #d1d9e0;padding-bottom:.3rem}a{color:#0969da}
.card{border:1px solid #d1d9e0;border-radius:6px;margin:1rem 0}.card>header{background:#f6f8fa;padding:.5rem 1rem;border-bottom:1px solid #d1d9e0;color:#59636e}
.card>div{padding:0 1rem;overflow-wrap:break-word}.inline{margin:1rem}.folded{opacity:.6}.event{color:#59636e;margin:.5rem 1rem}
.label{border-radius:1em;padding:.1em .6em;background:#eaeef2}.state{border-radius:1em;padding:.2em .8em;color:#fff;background:#1a7f37}
.state.closed{background:#cf222e}.state.merged{background:#8250df}.state.draft{background:#59636e}
code,pre{background:#f6f8fa;border-radius:4px;padding:.1em .3em}pre{padding:1rem;overflow:auto}pre code{padding:0}
table{border-collapse:collapse}td,th{border:1px solid #d1d9e0;padding:.25rem .6rem;text-align:left}`

/** A whole page; the policy lets nothing run and nothing be loaded. */
export const pageOf = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title><style>${style}</style></head>
<body>${body}</body></html>
`

/** `head` is HTML already; so is `body`. */
export const card = (head: string, body: string, kind = ''): string =>
  `<section class="card ${kind}"><header>${head}</header><div>${body}</div></section>`
