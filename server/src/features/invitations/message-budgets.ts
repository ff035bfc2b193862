import { limits } from '@gaffer/domain/shared/limits'
import { invitationMessages } from '@gaffer/domain/invitations/invitation-messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import type { Config } from '#config.ts'
import type { Db } from '#platform/db/connection.ts'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import { lockMailsAndGetSecondsUntilNext } from '#platform/db/mails-sent.ts'
import { secondsUntilAdmitted, type RateLimitWindow } from '#platform/db/rate-limit.ts'
import type { SqlFragment } from '#platform/db/sql.ts'
import { secondsUntilText } from '#platform/db/texts-sent.ts'
import {
  invitationMessagesOfBandSql,
  invitationMessagesByRecipientSql,
  messagesByUserSql,
  messagesFromIpAddressSql,
  nonCodeTextsSql,
  type NewMessage,
} from './message-store.ts'

const hour = 60 * 60
const day = 24 * hour

export const hourAndDayWindows = (inHour: number, inDay: number): RateLimitWindow[] => [
  { most: inHour, seconds: hour },
  { most: inDay, seconds: day },
]

const bandWindows = {
  sms: hourAndDayWindows(limits.invitationTextsPerHour, limits.invitationTextsPerDay),
  mail: hourAndDayWindows(limits.invitationMailsPerHour, limits.invitationMailsPerDay),
}
const userWindows = hourAndDayWindows(limits.invitationsPerPersonHour, limits.messagesPerPersonDay)
const addressWindows = hourAndDayWindows(limits.messagesPerIpHour, limits.messagesPerIpDay)
const recipientWindows = [{ most: limits.invitationsPerRecipientDay, seconds: day }]

/** `events` is a query of the messages that count, `sentence` the refusal of a further one. */
export type MessageBudget = { sentence: string; events: SqlFragment; windows: readonly RateLimitWindow[] }
type Wait = { sentence: string; seconds: number }

/**
 * Refuses a user over their own budget before any lock is taken: hundreds of parallel requests waiting for locks would
 * exhaust the connection pool.
 */
export async function refuseUserOverBudget(
  db: Db,
  userId: string,
  sentence: string = invitationMessages.messagesTooManyFromYou,
): Promise<void> {
  await refuseExhaustedBudgets(db, [budgetOfUser(userId, sentence)])
}

/**
 * Refuses the message while any budget is exhausted. The caller holds the lock on the band. Until the transaction ends, advisory
 * locks serialise parallel requests with the same user, IP address, recipient or channel.
 */
export async function refuseMessageOverBudget(tx: Db, config: Config, message: NewMessage): Promise<void> {
  const { channel, requestedBy, address, recipient } = message
  const isText = channel === 'sms'
  await lockMessageBudgets(tx, config, { requestedBy, address, recipients: [recipient.toLowerCase()], channel })
  const budgets = [
    {
      sentence: invitationMessages.invitationsTooMany,
      events: invitationMessagesOfBandSql(message),
      windows: bandWindows[channel],
    },
    budgetOfUser(requestedBy, invitationMessages.messagesTooManyFromYou),
    ...budgetsOfIpAddress(config, address, invitationMessages.messagesTooManyFromHere),
    {
      sentence: invitationMessages.messagesTooManyToThem,
      events: invitationMessagesByRecipientSql(recipient),
      windows: recipientWindows,
    },
    ...(isText
      ? [{ sentence: invitationMessages.textsUsedUp, events: nonCodeTextsSql(), windows: nonCodeTextWindowsOf(config) }]
      : []),
  ]
  const ofService = isText
    ? { sentence: invitationMessages.textsUsedUp, seconds: await secondsUntilText(tx, config.smsLimits.perDay) }
    : {
        sentence: invitationMessages.mailsUsedUp,
        seconds: await lockMailsAndGetSecondsUntilNext(tx, config.mailPerDay),
      }
  await refuseExhaustedBudgets(tx, budgets, ofService)
}

type Messages = {
  requestedBy: string | null
  address: string | null
  recipients: readonly string[]
  channel: 'sms' | 'mail'
}

/** Locks the budgets in a fixed order, which prevents deadlocks. */
export async function lockMessageBudgets(
  tx: Db,
  config: Config,
  { requestedBy, address, recipients, channel }: Messages,
): Promise<void> {
  const by = requestedBy === null ? [] : [`messages by ${requestedBy}`]
  const from = address !== null && hasAddressLimit(config) ? [`messages from ${address}`] : []
  const to = recipients.map((recipient) => `messages to ${recipient}`).toSorted()
  await acquireAdvisoryLocks(tx, ...by, ...from, ...to, `messages by ${channel}`)
}

/** The budget of a user in all bands, for `count` more messages. */
export function budgetOfUser(userId: string, sentence: string, count = 1): MessageBudget {
  return { sentence, events: messagesByUserSql(userId), windows: windowsForCount(userWindows, count) }
}

/** The budgets of an IP address. None with the fake SMS provider: in development all requests come from one address. */
export function budgetsOfIpAddress(config: Config, address: string, sentence: string, count = 1): MessageBudget[] {
  if (!hasAddressLimit(config)) return []
  return [{ sentence, events: messagesFromIpAddressSql(address), windows: windowsForCount(addressWindows, count) }]
}

/** Texts other than sign-in codes may use half of SMS_PER_DAY; the other half is reserved for codes. */
export function nonCodeTextWindowsOf({ smsLimits }: Config): RateLimitWindow[] {
  return [{ most: Math.floor(smsLimits.perDay / 2), seconds: day }]
}

/** Windows that admit one more event only if they admit `count` more. */
export function windowsForCount(windows: readonly RateLimitWindow[], count: number): RateLimitWindow[] {
  return windows.map(({ most, seconds }) => ({ most: most - count + 1, seconds }))
}

/** Reports the longest wait, so that a retry after Retry-After is accepted. */
export async function refuseExhaustedBudgets(
  db: Db,
  budgets: readonly MessageBudget[],
  ...furtherWaits: Wait[]
): Promise<void> {
  const waits = await Promise.all(
    budgets.map(async ({ sentence, events, windows }) => ({
      sentence,
      seconds: await secondsUntilAdmitted(db, events, windows),
    })),
  )
  const [longest] = [...waits, ...furtherWaits].sort((a, b) => b.seconds - a.seconds)
  if (!longest || longest.seconds === 0) return
  throw new AppError('too_many_requests', longest.sentence, { retryAfterSeconds: longest.seconds })
}

function hasAddressLimit({ smsLimits }: Config): boolean {
  return Number.isFinite(smsLimits.perAddressHour)
}
