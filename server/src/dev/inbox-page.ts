// Renders the development inbox as an HTML page without scripts.

import { renderHtmlPage } from '#http/pages/html-page.ts'
import { SafeHtml, html } from '#platform/html.ts'
import type { InboxMessage } from './fakes.ts'

type InboxPageContent = {
  messages: InboxMessage[]
  recipients: string[]
  recipient: string
  isRefreshing: boolean
  exampleCalendarUrl: string | null
}

const maxRecipientLinks = 12

export function renderInboxPage({
  messages,
  recipients,
  recipient,
  isRefreshing,
  exampleCalendarUrl,
}: InboxPageContent): string {
  const buildUrl = (to: string, isPaused: boolean) => {
    const query = new URLSearchParams({ ...(to && { to }), ...(isPaused && { refresh: 'off' }) }).toString()
    return query === '' ? '/dev/inbox' : `/dev/inbox?${query}`
  }
  const renderFilter = (to: string, label: string) => {
    const current = to.toLowerCase() === recipient ? html`aria-current="page"` : null
    return html`<a href="${buildUrl(to, !isRefreshing)}" ${current}>${label}</a>`
  }
  const hasFilters = recipients.length > 1 || recipient !== ''
  const filters = [
    renderFilter('', 'Everyone'),
    ...recipients.slice(0, maxRecipientLinks).map((to) => renderFilter(to, to)),
  ]
  return renderHtmlPage(
    'Inbox',
    html`<style>
        ${new SafeHtml(style)}
      </style>
      <h1>Inbox</h1>
      <p>What Gaffer would have sent. Nothing leaves this machine.</p>
      ${exampleCalendarUrl === null ? null : html`<p>A calendar to connect: <code>${exampleCalendarUrl}</code></p>`}
      <nav aria-label="Refreshing">
        <a href="${buildUrl(recipient, !isRefreshing)}">Refresh</a>
        <a href="${buildUrl(recipient, isRefreshing)}">${isRefreshing ? 'Pause' : 'Resume'}</a>
      </nav>
      ${hasFilters ? html`<nav aria-label="Recipient">${filters}</nav>` : null}
      ${messages.length === 0 ? emptyInbox : messages.map(renderMessage)}`,
  )
}

const emptyInbox = html`<h2>Nothing yet</h2>
  <p>Sign-in codes and invitations appear here as they are sent.</p>`

function renderMessage({ channel, to, from, subject, text, sentAt }: InboxMessage): SafeHtml {
  const code = findCode(text)
  return html`<article>
    <p class="faint">
      <span class="kind ${channel}">${channelNames[channel]}</span> <b>${to}</b>
      <time datetime="${sentAt}">${formatTime(sentAt)}</time> from ${from}
    </p>
    ${subject === null ? null : html`<h2>${subject}</h2>`} ${code === null ? null : html`<p class="code">${code}</p>`}
    <p class="text">${linkUrls(text)}</p>
  </article>`
}

const channelNames: Record<InboxMessage['channel'], string> = { sms: 'Text', email: 'Email', push: 'Push' }

/** The first six-digit code that is not part of a URL or a longer number. */
function findCode(text: string): string | null {
  return /(?<![\w+/-])\d{6}(?![\w/-])/.exec(text.replace(urlPattern, ' '))?.[0] ?? null
}

const urlPattern = /https?:\/\/[^\s<>"']+/g

/** Links the http and https URLs of the text, and no others. */
function linkUrls(text: string): SafeHtml[] {
  const parts: SafeHtml[] = []
  let end = 0
  for (const match of text.matchAll(urlPattern)) {
    const link = match[0].replace(/[.,;:!?)\]]+$/, '')
    if (!URL.canParse(link)) continue
    parts.push(html`${text.slice(end, match.index)}<a href="${link}" rel="noreferrer">${link}</a>`)
    end = match.index + link.length
  }
  return [...parts, html`${text.slice(end)}`]
}

function formatTime(iso: string): string {
  return new Date(iso).toLocaleString('en-GB', { timeZone: 'Europe/London', dateStyle: 'short', timeStyle: 'medium' })
}

const style = `
main{max-width:640px}
nav{display:flex;gap:8px 16px;flex-wrap:wrap;margin-bottom:16px}
nav a{min-height:44px;display:inline-flex;align-items:center}
a[aria-current]{color:inherit;font-weight:700}
h2{font-size:18px;line-height:26px;margin:0 0 8px}
article{margin-bottom:12px;padding:16px;background:var(--surface);border:1px solid var(--hairline);border-radius:14px}
.faint{color:var(--muted);font-size:14px;line-height:20px;margin:0 0 8px}
.code{font-size:40px;line-height:44px;font-weight:700;letter-spacing:.12em;font-variant-numeric:tabular-nums;user-select:all}
.text{white-space:pre-wrap;margin:0}
`
