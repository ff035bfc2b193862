// The budgets of texts to deps. Those of a person and of an IP address are shared with invitations.

import { depMessages } from '@gaffer/domain/dep-messages'
import { limits } from '@gaffer/domain/limits'
import type { Config } from '#config.ts'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import type { Db } from '#platform/db/connection.ts'
import { secondsUntilAdmitted, type Window } from '#platform/db/rate-limit.ts'
import { sql, type SqlFragment } from '#platform/db/sql.ts'
import {
  addressWindows,
  hasAddressLimit,
  messageTextsPerDay,
  perHourAndDay,
  refuseLongest,
  userWindows,
  type Wait,
} from '#features/invitations/message-budgets.ts'

export type DepTexts = {
  bandId: string
  /** User and IP address of the request. */
  requestedBy: string
  address: string
  deps: readonly { name: string; phone: string }[]
}

const day = 24 * 60 * 60
const bandWindows = perHourAndDay(limits.depTextsPerHour, limits.depTextsPerDay)
const recipientWindows = [{ most: limits.depTextsPerRecipientDay, seconds: day }]

/**
 * Refuses a request for one text to each dep while any budget is exhausted, and locks the budgets until the transaction ends. The texts
 * count from now on, even those that are due later.
 */
export async function refuseTextsOverBudget(
  tx: Db,
  config: Config,
  { bandId, requestedBy, address, deps }: DepTexts,
): Promise<void> {
  const isAddressLimited = hasAddressLimit(config)
  // The lock order of invitations.
  await acquireAdvisoryLocks(
    tx,
    `messages by ${requestedBy}`,
    ...(isAddressLimited ? [`messages from ${address}`] : []),
    ...deps.map(({ phone }) => `messages to ${phone}`).sort(),
    'messages by sms',
  )
  const wait = async (sentence: string, texts: SqlFragment, windows: Window[], count = deps.length): Promise<Wait> => ({
    sentence,
    seconds: await secondsUntilAdmitted(tx, texts, forSeveral(windows, count)),
  })
  const ofPerson = sql`select requested_at as at from requested_messages where requested_by = ${requestedBy}`
  const ofAddress = sql`select requested_at as at from requested_messages where address = ${address}`
  const ofBand = sql`select requested_at as at from dep_texts where band_id = ${bandId}`
  const ofService = sql`select sent_at as at from message_texts_sent`
  const ofRecipient = (phone: string) => sql`select requested_at as at from dep_texts where recipient = ${phone}`
  refuseLongest(
    await Promise.all([
      wait(depMessages.tooManyTextsFromYou, ofPerson, userWindows),
      ...(isAddressLimited ? [wait(depMessages.tooManyTextsFromHere, ofAddress, addressWindows)] : []),
      wait(depMessages.tooManyTextsOfBand, ofBand, bandWindows),
      wait(depMessages.textsUsedUp, ofService, [{ most: messageTextsPerDay(config), seconds: day }]),
      ...deps.map(({ name, phone }) =>
        wait(depMessages.tooManyTextsToThem(name), ofRecipient(phone), recipientWindows, 1),
      ),
    ]),
  )
}

/** Windows that admit one more event only if they admit `count` more. */
function forSeveral(windows: readonly Window[], count: number): Window[] {
  return windows.map(({ most, seconds }) => ({ most: most - count + 1, seconds }))
}

/** Whether the recipient may get another text today: changes to one gig could otherwise become a flood. */
export async function canTextRecipient(tx: Db, phone: string): Promise<boolean> {
  const sent = sql`select sent_at as at from dep_texts where recipient = ${phone} and sent_at is not null`
  return (await secondsUntilAdmitted(tx, sent, recipientWindows)) === 0
}
