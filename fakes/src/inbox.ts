// The texts and mails that the fake providers received, in one list.

import type { FakeSmtp } from './smtp.ts'
import type { FakeTwilio } from './twilio.ts'

/** `html` and `subject` are null for a text message. `sentAt` is ISO-8601 UTC. */
export type Message = {
  id: string
  channel: 'sms' | 'email'
  to: string
  from: string
  subject: string | null
  text: string
  html: string | null
  sentAt: string
}

export type Inbox = { messages(): Message[]; clear(): void }

/** Newest first. A mail to several recipients is listed once for each. */
export function joinInbox(sources: { sms: FakeTwilio | null; mail: FakeSmtp | null }): Inbox {
  return {
    messages: () => [...texts(sources.sms), ...mails(sources.mail)].toSorted(newestFirst),
    clear: () => {
      sources.sms?.clear()
      sources.mail?.clear()
    },
  }
}

const newestFirst = (a: Message, b: Message) => (a.sentAt < b.sentAt ? 1 : a.sentAt > b.sentAt ? -1 : 0)

// Both lists come oldest first; reversed, two messages of one millisecond keep the newest first under a stable sort.
function texts(twilio: FakeTwilio | null): Message[] {
  const messages = twilio?.messages() ?? []
  return messages.toReversed().map((sms) => ({ ...sms, channel: 'sms', subject: null, html: null }))
}

function mails(smtp: FakeSmtp | null): Message[] {
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
