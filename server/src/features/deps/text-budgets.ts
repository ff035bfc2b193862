// The budgets of texts to deps. Those of a person and of an IP address are shared with invitations.

import { depMessages } from '@gaffer/domain/dep-messages'
import { limits } from '@gaffer/domain/limits'
import type { Config } from '#config.ts'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import type { Db } from '#platform/db/connection.ts'
import { secondsUntilMessageText } from '#platform/db/texts-sent.ts'
import {
  addressWait,
  forSeveral,
  hasAddressLimit,
  messageTextsPerDay,
  perHourAndDay,
  refuseLongest,
  userWait,
  type Wait,
} from '#features/invitations/message-budgets.ts'
import { secondsUntilSentTo, secondsUntilTextOfBand, secondsUntilTextTo } from './text-store.ts'

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
  const count = deps.length
  const wait = async (sentence: string, seconds: Promise<number>): Promise<Wait> => ({
    sentence,
    seconds: await seconds,
  })
  const ofService = forSeveral([{ most: messageTextsPerDay(config), seconds: day }], count)
  refuseLongest(
    await Promise.all([
      userWait(tx, requestedBy, { count, sentence: depMessages.tooManyTextsFromYou }),
      ...(isAddressLimited ? [addressWait(tx, address, { count, sentence: depMessages.tooManyTextsFromHere })] : []),
      wait(depMessages.tooManyTextsOfBand, secondsUntilTextOfBand(tx, bandId, forSeveral(bandWindows, count))),
      wait(depMessages.textsUsedUp, secondsUntilMessageText(tx, ofService)),
      ...deps.map(({ name, phone }) =>
        wait(depMessages.tooManyTextsToThem(name), secondsUntilTextTo(tx, phone, recipientWindows)),
      ),
    ]),
  )
}

/** Whether the recipient may get another text today: changes to one gig could otherwise become a flood. */
export async function canTextRecipient(tx: Db, phone: string): Promise<boolean> {
  return (await secondsUntilSentTo(tx, phone, recipientWindows)) === 0
}
