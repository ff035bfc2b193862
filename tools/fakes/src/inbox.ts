// The texts, mails and push messages that the fake providers received, in one list.

import type { FakePush } from './push.ts'
import type { FakeSmtp } from './smtp.ts'
import type { FakeTwilio } from './twilio.ts'

/**
 * `html` and `subject` are null except for mails, which alone have `headers`. For push, `to` is the endpoint and `text` the payload.
 * `sentAt` is ISO-8601 UTC.
 */
export type Message = {
  id: string
  channel: 'sms' | 'email' | 'push'
  to: string
  from: string
  subject: string | null
  text: string
  html: string | null
  headers: Record<string, string>
  sentAt: string
}

export type Inbox = { messages(): Message[]; clear(): void }

/** Joins the received messages, newest first. A mail to several recipients is listed once for each. */
export function createCombinedInbox(sources: {
  sms: FakeTwilio | null
  mail: FakeSmtp | null
  push?: FakePush | null
}): Inbox {
  return {
    messages: () =>
      [...textsOf(sources.sms), ...mailsOf(sources.mail), ...pushesOf(sources.push ?? null)].toSorted(newestFirst),
    clear: () => {
      sources.sms?.clear()
      sources.mail?.clear()
      sources.push?.clear()
    },
  }
}

const newestFirst = (a: Message, b: Message) => (a.sentAt < b.sentAt ? 1 : a.sentAt > b.sentAt ? -1 : 0)

// The fakes list the oldest message first. Reversed, two messages of one millisecond stay newest first, because the sort is stable.
function textsOf(twilio: FakeTwilio | null): Message[] {
  const messages = twilio?.messages() ?? []
  return messages.toReversed().map((sms) => ({ ...sms, channel: 'sms', subject: null, html: null, headers: {} }))
}

function pushesOf(push: FakePush | null): Message[] {
  const messages = push?.messages() ?? []
  return messages.toReversed().map(({ id, endpoint, from, payload, sentAt }) => ({
    id,
    channel: 'push',
    to: endpoint,
    from,
    subject: null,
    text: payload,
    html: null,
    headers: {},
    sentAt,
  }))
}

function mailsOf(smtp: FakeSmtp | null): Message[] {
  const messages = smtp?.messages() ?? []
  return messages.toReversed().flatMap((mail) =>
    mail.to.map((to, index) => ({
      ...mail,
      id: index === 0 ? mail.id : `${mail.id}-${index}`,
      channel: 'email' as const,
      to,
      text: mail.text ?? '',
    })),
  )
}
