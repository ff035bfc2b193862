// How many invitation messages a band, a person, an address, a recipient and the whole service may ask for.

import { limits } from '@gaffer/domain/limits'
import { messages } from '@gaffer/domain/messages'
import { Refusal } from '@gaffer/domain/refusal'
import type { Config } from '#config.ts'
import type { Db } from '#db/connection.ts'
import { lockSubject, type Window } from '#db/rate-limit.ts'
import { secondsUntilText } from '#db/texts-sent.ts'
import { secondsUntilMessage, type Budget, type NewMessage } from './message-store.ts'

const hour = 60 * 60
const day = 24 * hour

const perHourAndDay = (inHour: number, inDay: number): Window[] => [
  { most: inHour, seconds: hour },
  { most: inDay, seconds: day },
]

const bandWindows = {
  sms: perHourAndDay(limits.invitationTextsPerHour, limits.invitationTextsPerDay),
  mail: perHourAndDay(limits.invitationMailsPerHour, limits.invitationMailsPerDay),
}
const personWindows = perHourAndDay(limits.messagesPerPersonHour, limits.messagesPerPersonDay)
const addressWindows = perHourAndDay(limits.messagesPerAddressHour, limits.messagesPerAddressDay)
const recipientWindows = [{ most: limits.invitationsPerRecipientDay, seconds: day }]

/**
 * Refuses the message while a budget is used up, with the sentence of the one that takes longest. The caller holds the band;
 * the other subjects stay locked until the transaction ends, so that parallel requests are counted one after another.
 */
export async function refuseOverBudget(tx: Db, config: Config, message: NewMessage): Promise<void> {
  const { channel, requestedBy, address, recipient } = message
  const isText = channel === 'sms'
  // Lock order: person, address, recipient, channel. All requests take them in this order, so none wait for each other.
  await lockSubject(tx, `messages by ${requestedBy}`)
  if (hasAddressLimit(config)) await lockSubject(tx, `messages from ${address}`)
  await lockSubject(tx, `messages to ${recipient}`)
  await lockSubject(tx, `messages by ${channel}`)

  const until = (budget: Budget, windows: Window[]) => secondsUntilMessage(tx, budget, message, windows)
  const waits = [
    { sentence: messages.invitationsTooMany, seconds: await until('band', bandWindows[channel]) },
    { sentence: messages.messagesTooManyFromYou, seconds: await until('person', personWindows) },
    {
      sentence: messages.messagesTooManyFromHere,
      seconds: hasAddressLimit(config) ? await until('address', addressWindows) : 0,
    },
    { sentence: messages.messagesTooManyToThem, seconds: await until('recipient', recipientWindows) },
    {
      sentence: isText ? messages.textsUsedUp : messages.mailsUsedUp,
      seconds: await until('service', [{ most: messagesPerDay(config, channel), seconds: day }]),
    },
    {
      sentence: messages.textsUsedUp,
      seconds: isText ? await secondsUntilText(tx, config.smsLimits.perDay) : 0,
    },
  ]
  const { sentence, seconds } = waits.reduce((longest, wait) => (wait.seconds > longest.seconds ? wait : longest))
  if (seconds > 0) throw new Refusal('too_many_requests', sentence, { retryAfterSeconds: seconds })
}

/** Off with the pretend provider, whose callers all come from one machine. */
function hasAddressLimit({ smsLimits }: Config): boolean {
  return Number.isFinite(smsLimits.perAddressHour)
}

/** At least half of the day's texts are left to sign-in codes. */
function messagesPerDay({ smsLimits, mailPerDay }: Config, channel: NewMessage['channel']): number {
  return channel === 'sms' ? Math.floor(smsLimits.perDay / 2) : mailPerDay
}
