import { limits } from '@gaffer/domain/limits'
import { messages } from '@gaffer/domain/messages'
import { AppError } from '@gaffer/domain/app-error'
import type { Config } from '#config.ts'
import type { Db } from '#platform/db/connection.ts'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import { secondsUntilMail } from '#platform/db/mails-sent.ts'
import type { Window } from '#platform/db/rate-limit.ts'
import { secondsUntilText } from '#platform/db/texts-sent.ts'
import {
  secondsUntilMessage,
  secondsUntilMessageBy,
  secondsUntilMessageFrom,
  type Budget,
  type NewMessage,
} from './message-store.ts'

const hour = 60 * 60
const day = 24 * hour

export const perHourAndDay = (inHour: number, inDay: number): Window[] => [
  { most: inHour, seconds: hour },
  { most: inDay, seconds: day },
]

const bandWindows = {
  sms: perHourAndDay(limits.invitationTextsPerHour, limits.invitationTextsPerDay),
  mail: perHourAndDay(limits.invitationMailsPerHour, limits.invitationMailsPerDay),
}
const userWindows = perHourAndDay(limits.messagesPerPersonHour, limits.messagesPerPersonDay)
const addressWindows = perHourAndDay(limits.messagesPerIpHour, limits.messagesPerIpDay)
const recipientWindows = [{ most: limits.invitationsPerRecipientDay, seconds: day }]

/**
 * Refuses a user over their own budget before any lock is taken: hundreds of parallel requests waiting for locks would
 * exhaust the connection pool.
 */
export async function refuseUserOverBudget(
  db: Db,
  userId: string,
  sentence: string = messages.messagesTooManyFromYou,
): Promise<void> {
  refuseLongest([await userWait(db, userId, { sentence })])
}

/**
 * Refuses the message while any budget is exhausted. The caller holds the lock on the band. Until the transaction ends, advisory
 * locks serialise parallel requests with the same user, IP address, recipient or channel.
 */
export async function refuseOverBudget(tx: Db, config: Config, message: NewMessage): Promise<void> {
  const { channel, requestedBy, address, recipient } = message
  const isText = channel === 'sms'
  // A fixed lock order prevents deadlocks.
  const from = hasAddressLimit(config) ? [`messages from ${address}`] : []
  const to = `messages to ${recipient.toLowerCase()}`
  await acquireAdvisoryLocks(tx, `messages by ${requestedBy}`, ...from, to, `messages by ${channel}`)

  const wait = async (sentence: string, budget: Budget, windows: Window[]): Promise<Wait> => ({
    sentence,
    seconds: await secondsUntilMessage(tx, budget, message, windows),
  })
  refuseLongest(
    await Promise.all([
      wait(messages.invitationsTooMany, 'band', bandWindows[channel]),
      userWait(tx, requestedBy),
      ...(hasAddressLimit(config) ? [addressWait(tx, address)] : []),
      wait(messages.messagesTooManyToThem, 'recipient', recipientWindows),
      ...(isText
        ? [
            wait(messages.textsUsedUp, 'service', [{ most: messageTextsPerDay(config), seconds: day }]),
            textWait(tx, config),
          ]
        : [mailWait(tx, config)]),
    ]),
  )
}

export type Wait = { sentence: string; seconds: number }

/** Until the user may send `count` more messages, in any band. */
export async function userWait(
  db: Db,
  userId: string,
  { count = 1, sentence = messages.messagesTooManyFromYou as string } = {},
): Promise<Wait> {
  return { sentence, seconds: await secondsUntilMessageBy(db, userId, forSeveral(userWindows, count)) }
}

/** Until `count` more messages may be requested from the IP address. */
export async function addressWait(
  tx: Db,
  address: string,
  { count = 1, sentence = messages.messagesTooManyFromHere as string } = {},
): Promise<Wait> {
  return { sentence, seconds: await secondsUntilMessageFrom(tx, address, forSeveral(addressWindows, count)) }
}

/** Windows that admit one more event only if they admit `count` more. */
export function forSeveral(windows: readonly Window[], count: number): Window[] {
  return windows.map(({ most, seconds }) => ({ most: most - count + 1, seconds }))
}

async function textWait(tx: Db, { smsLimits }: Config): Promise<Wait> {
  return { sentence: messages.textsUsedUp, seconds: await secondsUntilText(tx, smsLimits.perDay) }
}

async function mailWait(tx: Db, { mailPerDay }: Config): Promise<Wait> {
  return { sentence: messages.mailsUsedUp, seconds: await secondsUntilMail(tx, mailPerDay) }
}

/** Reports the longest wait, so that a retry after Retry-After is accepted. */
export function refuseLongest(waits: Wait[]): void {
  const [longest] = waits.sort((a, b) => b.seconds - a.seconds)
  if (!longest || longest.seconds === 0) return
  throw new AppError('too_many_requests', longest.sentence, { retryAfterSeconds: longest.seconds })
}

/** Off with the fake SMS provider: in development all requests come from one IP address. */
export function hasAddressLimit({ smsLimits }: Config): boolean {
  return Number.isFinite(smsLimits.perAddressHour)
}

/** Texts other than sign-in codes may use half of SMS_PER_DAY; the other half is reserved for codes. */
export function messageTextsPerDay({ smsLimits }: Config): number {
  return Math.floor(smsLimits.perDay / 2)
}
