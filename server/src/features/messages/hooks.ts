// Hooks by which other features compose their messages just before sending, and handle failed push messages.

import type { Services } from '#services.ts'
import type { Db } from '#platform/db/connection.ts'
import { defineHook, type Hook } from '#platform/hook.ts'
import type { MailMessage } from '#providers/mail.ts'
import type { ProviderError } from '#providers/provider-error.ts'
import type { Message, MessagePurpose } from './message.ts'

/** The content of a message, and callbacks that update the feature's rows when the message is claimed, released or refused. */
export type ComposedMessage = {
  content: { to: string; body: string } | Omit<MailMessage, 'reference'>
  /** Stores the content of the message in the rows of the feature, in the transaction that claims the message. */
  onClaim?(tx: Db): Promise<unknown>
  /** Undoes `onClaim`: the message was certainly not sent, and is tried again. */
  onRelease?(tx: Db): Promise<unknown>
  /** Runs if the provider refused the message, or if it is unknown whether it was sent. */
  onFailure?(error: ProviderError): Promise<unknown>
  /** The time of the next attempt if a budget is used up for `secondsOfBudget`. Without `retryAt`, a text is dropped and a mail fails. */
  retryAt?(secondsOfBudget: number): Date
}

/** Returns null if the message is no longer needed. Runs in the transaction that claims it, which then locks the budgets. */
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

export type StoredPushSubscription = { id: string; endpoint: string; p256dh: string; auth: string }

/** A push message to the devices of its recipient. */
export type ComposedPush = {
  id: string
  userId: string
  payload: string
  /** Replaces an undelivered message with the same topic. */
  topic: string
  devices: StoredPushSubscription[]
}

/** Returns the push messages that are still wanted; the other ids are dropped. */
export const composePushes = defineHook<[db: Db, messageIds: readonly string[]], ComposedPush[]>()
/** Runs with subscriptions that the push service reports as gone. */
export const pushDevicesGone = defineHook<[tx: Db, gone: { userId: string; ids: readonly string[] }]>()
/** Runs with messages that failed: no device is known to have got them. */
export const pushesFailed =
  defineHook<[services: Pick<Services, 'jobs' | 'clock'>, tx: Db, messageIds: readonly string[]]>()
