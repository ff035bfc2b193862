// A message is a row of outgoing_messages: a text, a mail or a push message.

import * as z from 'zod/mini'

export const messageWays = ['text', 'mail', 'push'] as const
export type MessageWay = (typeof messageWays)[number]

/** `dropped`: the message was no longer needed, or a budget was used up. `failed`: it was not sent, or may not have been. */
export type MessageOutcome = 'sent' | 'failed' | 'dropped'

export const Message = z.strictObject({
  id: z.string(),
  way: z.enum(messageWays),
  purpose: z.enum(['sign-in code', 'email code', 'invitation', 'dep text', 'notice', 'report', 'enquiry']),
  /** The user who caused the message; null for messages of the server itself and for requests without a session. */
  causedBy: z.nullable(z.string()),
  /** IP address (IPv4, or IPv6 /64) of the request; null where no budget needs it. */
  networkAddress: z.nullable(z.string()),
  /** The band whose budget the message counts towards. */
  bandId: z.nullable(z.string()),
  /** Phone number, or email address in lower case; null for notices. */
  recipient: z.nullable(z.string()),
  /** The account that gets a notice. */
  recipientId: z.nullable(z.string()),
  invitationId: z.nullable(z.string()),
  /** The invited card that a mail invitation is for. */
  membershipId: z.nullable(z.string()),
  eventId: z.nullable(z.string()),
  askId: z.nullable(z.string()),
  kind: z.nullable(z.string()),
  /** The text, if the dep or the band that it would be composed from is deleted; otherwise null. */
  body: z.nullable(z.string()),
  noticeId: z.nullable(z.string()),
  /** Whether a user requested the message. If so, it counts towards budgets from the request on, otherwise from its sending on. */
  isRequested: z.boolean(),
})
export type Message = z.infer<typeof Message>
export type MessagePurpose = Message['purpose']
