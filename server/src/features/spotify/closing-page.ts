// The page that closes the Spotify pop-up. Its script is a separate file because the Content-Security-Policy forbids inline scripts.

import { messages } from '@gaffer/domain/messages'
import { spotifyFailedNote, spotifyStorageKeys } from '@gaffer/domain/spotify-storage'

/** `expiry` in epoch milliseconds. */
export type ConnectionOutcome = { handle: string; expiry: number } | 'cancelled' | 'failed'

export function closingPage(outcome: ConnectionOutcome): string {
  const [title, text] = textsFor(outcome)
  const kept = typeof outcome === 'object' ? ` data-handle="${outcome.handle}" data-expiry="${outcome.expiry}"` : ''
  const closes = outcome === 'failed' ? '' : ' data-closes'
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="icon" href="/favicon.svg"><style>${style}</style>
<script src="/api/spotify/callback.js" defer${kept}${closes}></script></head>
<body><main><h1>${title}</h1><p>${text}</p><button type="button">Close</button></main></body></html>`
}

function textsFor(outcome: ConnectionOutcome): [title: string, text: string] {
  if (outcome === 'failed') return [messages.connectionFailed.title, messages.connectionFailed.text]
  if (outcome === 'cancelled') return [messages.connectionCancelled, 'You can close this window.']
  return [messages.spotifyConnected, 'You can close this window.']
}

export const closingScript = `// Stores the handle of the connection for the pages, and closes the pop-up.
const { handle, expiry, closes } = document.currentScript.dataset
const tellFailure = () => opener?.postMessage('${spotifyFailedNote}', location.origin)
document.querySelector('button').addEventListener('click', () => window.close())
try {
  if (handle) {
    localStorage.setItem('${spotifyStorageKeys.accessToken}', handle)
    localStorage.setItem('${spotifyStorageKeys.expiry}', expiry)
  }
  if (closes === undefined) tellFailure()
  else window.close()
} catch {
  tellFailure()
  document.querySelector('h1').textContent = '${messages.connectionFailed.title}'
  document.querySelector('p').textContent = 'This browser does not let Gaffer keep the connection.'
}
`

const style = `
body{margin:0;min-height:100vh;display:grid;place-items:center;background:#15151a;color:#f7f7f9;font:16px/24px system-ui,sans-serif}
main{padding:24px;text-align:center}
h1{font-size:24px;line-height:32px}
button{min-height:44px;padding:0 24px;border:1px solid #7a7a88;border-radius:10px;background:none;color:inherit;font:inherit}
`
