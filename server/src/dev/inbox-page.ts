// Renders the development inbox as an HTML page without scripts.

import { escapeHtml } from '#platform/escape-html.ts'
import type { InboxMessage } from './inbox.ts'

type Page = {
  messages: InboxMessage[]
  recipients: string[]
  recipient: string
  refreshing: boolean
  exampleCalendarUrl: string | null
}

const mostRecipients = 12

export function inboxPage({ messages, recipients, recipient, refreshing, exampleCalendarUrl }: Page): string {
  const here = (to: string, still: boolean) => {
    const query = new URLSearchParams({ ...(to && { to }), ...(still && { refresh: 'off' }) }).toString()
    return escapeHtml(query === '' ? '/dev/inbox' : `/dev/inbox?${query}`)
  }
  const chip = (to: string, label: string) => {
    const current = to.toLowerCase() === recipient ? ' aria-current="page"' : ''
    return `<a class="chip" href="${here(to, !refreshing)}"${current}>${escapeHtml(label)}</a>`
  }
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="dark">
<meta name="robots" content="noindex">
<title>Inbox · Gaffer</title>
<style>${style}</style>
</head>
<body>
<header>
<h1>Inbox</h1>
<nav aria-label="Refreshing"><a class="button" href="${here(recipient, !refreshing)}">Refresh</a>
<a class="button" href="${here(recipient, refreshing)}">${refreshing ? 'Pause' : 'Resume'}</a></nav>
<p>What Gaffer would have sent. Nothing leaves this machine.</p>
${exampleCalendarUrl === null ? '' : `<p>A calendar to connect: <code>${escapeHtml(exampleCalendarUrl)}</code></p>`}
</header>
<main>
${
  recipients.length > 1 || recipient
    ? `<nav class="chips" aria-label="Recipient">${chip('', 'Everyone')}${recipients
        .slice(0, mostRecipients)
        .map((to) => chip(to, to))
        .join('')}</nav>`
    : ''
}
${messages.length === 0 ? empty : `<ol>${messages.map(card).join('')}</ol>`}
</main>
</body>
</html>
`
}

const empty =
  '<div class="empty"><h2>Nothing yet</h2><p>Sign-in codes and invitations appear here as they are sent.</p></div>'

function card({ channel, to, from, subject, text, sentAt }: InboxMessage): string {
  const code = codeIn(text)
  return `<li><article>
<div class="head"><span class="kind ${channel}">${channelNames[channel]}</span>
<strong>${escapeHtml(to)}</strong><time datetime="${escapeHtml(sentAt)}">${escapeHtml(clock(sentAt))}</time></div>
${subject === null ? '' : `<h2>${escapeHtml(subject)}</h2>`}
${code === null ? '' : `<p class="code">${code}</p>`}
<p class="text">${withLinks(text)}</p>
<p class="from">from ${escapeHtml(from)}</p>
</article></li>`
}

const channelNames: Record<InboxMessage['channel'], string> = { sms: 'Text', email: 'Email', push: 'Push' }

/** The first six-digit code that is not part of a URL or a longer number. */
function codeIn(text: string): string | null {
  return /(?<![\w+/-])\d{6}(?![\w/-])/.exec(text.replace(address, ' '))?.[0] ?? null
}

const address = /https?:\/\/[^\s<>"']+/g

/** Escapes the text and links its http and https URLs, and no others. */
function withLinks(text: string): string {
  let html = ''
  let end = 0
  for (const match of text.matchAll(address)) {
    const link = match[0].replace(/[.,;:!?)\]]+$/, '')
    if (!URL.canParse(link)) continue
    html +=
      escapeHtml(text.slice(end, match.index)) +
      `<a href="${escapeHtml(link)}" rel="noreferrer">${escapeHtml(link)}</a>`
    end = match.index + link.length
  }
  return html + escapeHtml(text.slice(end))
}

function clock(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', { timeZone: 'Europe/London', dateStyle: 'short', timeStyle: 'medium' })
}

const style = `
*{box-sizing:border-box;margin:0}
body{background:#0e0e12;color:#f4f4f7;font:16px/24px Inter,system-ui,sans-serif;max-width:640px;margin:0 auto;
padding:max(16px,env(safe-area-inset-top)) max(16px,env(safe-area-inset-right)) max(32px,env(safe-area-inset-bottom)) max(16px,env(safe-area-inset-left))}
a{color:#ffb224;overflow-wrap:anywhere}
a:focus-visible{outline:2px solid #fff;outline-offset:2px}
header{padding:8px 0 16px;display:flex;flex-wrap:wrap;gap:8px;align-items:center;justify-content:space-between}
h1{font-size:32px;line-height:38px}
header p{color:#b4b4c0;flex-basis:100%}
header nav{display:flex;gap:8px}
.button,.chip{display:inline-flex;align-items:center;min-height:44px;padding:8px 16px;border-radius:10px;text-decoration:none;color:#f4f4f7;border:1px solid #7c7c8c}
.chips{display:flex;gap:8px;flex-wrap:wrap;padding-bottom:16px}
.chip[aria-current]{background:#f4f4f7;color:#0e0e12;border-color:#f4f4f7}
ol{list-style:none;padding:0;display:grid;gap:12px}
article{background:#17171d;border:1px solid #2e2e38;border-radius:14px;padding:16px;display:grid;gap:8px}
.head{display:flex;flex-wrap:wrap;gap:4px 8px;align-items:center;font-size:14px;line-height:20px}
.head strong{overflow-wrap:anywhere}
.head time{margin-left:auto;color:#b4b4c0;font-variant-numeric:tabular-nums}
.kind{padding:2px 8px;border-radius:5px;font-size:12px;line-height:16px;font-weight:600}
.sms{background:#0f2e1c;color:#c2f7d4}
.email{background:#14263f;color:#c7dffe}
.push{background:#33204a;color:#e4d0ff}
h2{font-size:18px;line-height:26px}
.code{font-size:40px;line-height:44px;font-weight:700;letter-spacing:.12em;font-variant-numeric:tabular-nums;user-select:all}
.text{white-space:pre-wrap;overflow-wrap:anywhere}
.from{color:#9797a5;font-size:12px;line-height:16px;overflow-wrap:anywhere}
.empty{padding:48px 16px;text-align:center;border:1px dashed #7c7c8c;border-radius:14px}
.empty p{color:#b4b4c0}
`
