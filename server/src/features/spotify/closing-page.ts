// The page that closes the Spotify pop-up. Its script is a separate file because the Content-Security-Policy forbids inline scripts.

import { spotifyMessages } from '@gaffer/domain/spotify/spotify-messages'
import { spotifyFailedMessageData, spotifyStorageKeys } from '@gaffer/domain/spotify/spotify-storage'
import { renderHtmlPage } from '#http/pages/html-page.ts'
import { html } from '#platform/html.ts'

/** `expiry` is in epoch milliseconds. */
export type ConnectionOutcome = { handle: string; expiry: number } | 'cancelled' | 'failed'

export function renderClosingPage(outcome: ConnectionOutcome): string {
  const [title, text] = selectTexts(outcome)
  const connectionData =
    typeof outcome === 'object' ? html` data-handle="${outcome.handle}" data-expiry="${outcome.expiry}"` : null
  const closesAttribute = outcome === 'failed' ? null : html` data-closes`
  return renderHtmlPage(
    title,
    html`<script src="/api/spotify/callback.js" defer${connectionData}${closesAttribute}></script>
      <h1>${title}</h1>
      <p>${text}</p>
      <button type="button">Close</button>`,
  )
}

function selectTexts(outcome: ConnectionOutcome): [title: string, text: string] {
  if (outcome === 'failed') return [spotifyMessages.connectionFailed.title, spotifyMessages.connectionFailed.text]
  if (outcome === 'cancelled') return [spotifyMessages.connectionCancelled, 'You can close this window.']
  return [spotifyMessages.spotifyConnected, 'You can close this window.']
}

export const closingScript = `// Stores the handle of the connection for the pages, and closes the pop-up.
const { handle, expiry, closes } = document.currentScript.dataset
const reportFailure = () => opener?.postMessage('${spotifyFailedMessageData}', location.origin)
document.querySelector('button').addEventListener('click', () => window.close())
try {
  if (handle) {
    localStorage.setItem('${spotifyStorageKeys.accessToken}', handle)
    localStorage.setItem('${spotifyStorageKeys.expiry}', expiry)
  }
  if (closes === undefined) reportFailure()
  else window.close()
} catch {
  reportFailure()
  document.querySelector('h1').textContent = '${spotifyMessages.connectionFailed.title}'
  document.querySelector('p').textContent = 'This browser does not let Gaffer keep the connection.'
}
`
