// Hooks of the features that send messages: they compose a message when it is about to be sent.

import type { Services } from '#services.ts'
import type { Db } from '#platform/db/connection.ts'
import { defineHook, type Hook } from '#platform/hook.ts'
import type { MailMessage } from '#providers/mail.ts'
import type { ProviderError } from '#providers/provider-error.ts'
import type { Message, MessagePurpose } from './message.ts'

/** The content of the message. The other functions update the feature's own rows to match it. */
export type ComposedMessage = {
  content: { to: string; body: string } | Omit<MailMessage, 'reference'>
  /** Stores what the message says, in the transaction that claims it. */
  onClaim?(tx: Db): Promise<unknown>
  /** Undoes `onClaim`: the message was certainly not sent, and is tried again. */
  onRelease?(tx: Db): Promise<unknown>
  /** The provider refused it, or may have sent it. */
  onFailure?(error: ProviderError): Promise<unknown>
  /** The time of the next attempt if a budget is used up for `secondsOfBudget`. A message without it is dropped. */
  retryAt?(secondsOfBudget: number): Date
}

/** Null if the message is no longer needed. Runs in the transaction that claims it; the composer's locks come before those of the budgets. */
type Composer = Hook<[services: Services, tx: Db, message: Message], ComposedMessage | null>

export const composers: Record<MessagePurpose, Composer> = {
  'sign-in code': defineHook(),
  'email code': defineHook(),
  invitation: defineHook(),
  'dep text': defineHook(),
  notice: defineHook(),
  report: defineHook(),
  enquiry: defineHook(),
}

export type PushDevice = { id: string; endpoint: string; p256dh: string; auth: string }

/** A push message to the devices of its recipient. */
export type ComposedPush = {
  id: string
  userId: string
  payload: string
  /** Replaces an undelivered message with the same topic. */
  topic: string
  devices: PushDevice[]
}

/** The push messages that are still wanted; the others are dropped. */
export const composePushes = defineHook<[db: Db, messageIds: readonly string[]], ComposedPush[]>()
/** Subscriptions that the push service no longer knows. */
export const pushDevicesGone = defineHook<[tx: Db, gone: { userId: string; ids: readonly string[] }]>()
/** No device of their recipients has certainly got these messages. */
export const pushesFailed =
  defineHook<[services: Pick<Services, 'jobs' | 'clock'>, tx: Db, messageIds: readonly string[]]>()
