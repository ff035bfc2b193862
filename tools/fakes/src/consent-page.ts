// The consent page of a fake provider: a button for each person replaces the sign-in. HTML without scripts.

import { people } from './people.ts'

/** `query` is the authorization request. Hidden fields carry it to the next request, so the server stores nothing. */
export function renderConsentPage({
  provider,
  action,
  query,
}: {
  provider: string
  action: string
  query: URLSearchParams
}): string {
  const fields = [...query].map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  const buttons = people.map(
    ({ key, firstName, lastName, email }) =>
      `<button name="person" value="${key}"><strong>${firstName} ${lastName}</strong><span>${email}</span></button>`,
  )
  return renderPage(
    `Fakes ${provider}`,
    `<p>Nobody here is real. Who are you today?</p>
<form method="post" action="${escapeHtml(action)}">${fields.join('')}${buttons.join('')}
<button class="cancel" name="cancel" value="1">Cancel</button></form>`,
  )
}

export function renderErrorPage(provider: string, problem: string): string {
  return renderPage(`Fakes ${provider}`, `<p>Error 400: ${escapeHtml(problem)}</p>`)
}

function renderPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}

const style = `
*{box-sizing:border-box;margin:0}
body{background:#f7f7f9;color:#15151a;font:16px/24px system-ui,sans-serif;padding:24px 16px}
main{max-width:400px;margin:0 auto;display:grid;gap:16px}
h1{font-size:24px;line-height:32px}
form{display:grid;gap:8px}
button{display:grid;gap:4px;text-align:left;padding:12px 16px;min-height:48px;border:1px solid #7a7a88;border-radius:10px;background:#fff;color:inherit;font:inherit;cursor:pointer}
button span{color:#4b4b57;font-size:14px}
button:focus-visible{outline:2px solid #15151a;outline-offset:2px}
.cancel{text-align:center;background:transparent;border-color:transparent;text-decoration:underline}
`
