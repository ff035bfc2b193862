// The development inbox at /dev/inbox lists the messages that the fake providers received, as HTML or JSON. It shows sign-in codes,
// so it is never registered in production.

import type { FastifyInstance } from 'fastify'
import type { InboxMessage, InboxSource } from './fakes.ts'
import { renderInboxPage } from './inbox-page.ts'

const refreshSeconds = 4

type InboxQuery = { to?: string; format?: string; refresh?: string }

/** `?to=` filters by recipient, `?format=json` or `Accept: application/json` returns JSON, `?refresh=off` stops the reloads. */
export async function inboxRoutes(app: FastifyInstance, inbox: InboxSource): Promise<void> {
  // Not logged: the URL may contain a phone number.
  app.get<{ Querystring: InboxQuery }>('/dev/inbox', { logLevel: 'silent' }, async (request, reply) => {
    const { to = '', format, refresh } = request.query
    const recipient = readRecipient(to)
    const all = await inbox.messages()
    const messages = recipient === '' ? all : all.filter((message) => message.to.toLowerCase() === recipient)
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    if (format === 'json' || prefersJson(request.headers.accept)) return reply.send(messages.map(toJsonMessage))
    const recipients = [...new Set(all.map((message) => message.to))]
    const isRefreshing = refresh !== 'off'
    if (isRefreshing) reply.header('refresh', refreshSeconds)
    reply.header('content-type', 'text/html; charset=utf-8')
    return reply.send(
      renderInboxPage({ messages, recipients, recipient, isRefreshing, exampleCalendarUrl: inbox.exampleCalendarUrl }),
    )
  })

  const { subscribe } = inbox
  if (!subscribe) return
  // Replaces `PushManager.subscribe` in browser tests: a browser under test has no push service.
  app.post<{ Body: { applicationServerKey?: string } | undefined }>('/dev/push-subscriptions', async (request, reply) =>
    reply.code(201).send(subscribe(request.body?.applicationServerKey)),
  )
}

/** Restores the leading plus sign of a phone number: sent unencoded, it arrives as a space. */
function readRecipient(to: string): string {
  return String(to).trimEnd().replace(/^ /, '+').toLowerCase()
}

function prefersJson(accept: string | undefined): boolean {
  return accept !== undefined && accept.includes('application/json') && !accept.includes('text/html')
}

function toJsonMessage({ id, channel, to, from, subject, text, html, headers, sentAt }: InboxMessage): InboxMessage {
  return { id, channel, to, from, subject, text, html, headers, sentAt }
}
