// The budgets of texts to deps. Those of a person and of an IP address are shared with invitations.

import { depMessages } from '@gaffer/domain/dep-messages'
import { limits } from '@gaffer/domain/limits'
import type { Config } from '#config.ts'
import type { Db } from '#platform/db/connection.ts'
import { secondsUntilAdmitted } from '#platform/db/rate-limit.ts'
import { secondsUntilMessageText } from '#platform/db/texts-sent.ts'
import {
  addressBudgets,
  forSeveral,
  lockBudgets,
  messageTextWindows,
  perHourAndDay,
  refuseUsedUp,
  userBudget,
} from '#features/invitations/message-budgets.ts'
import { textsOfBand, textsSentTo, textsTo } from './text-store.ts'

export type DepTexts = {
  bandId: string
  /** User and IP address of the request. */
  requestedBy: string
  address: string
  deps: readonly { name: string; phone: string }[]
}

const bandWindows = perHourAndDay(limits.depTextsPerHour, limits.depTextsPerDay)
const recipientWindows = [{ most: limits.depTextsPerRecipientDay, seconds: 24 * 60 * 60 }]

/**
 * Refuses a request for one text to each dep while any budget is exhausted, and locks the budgets until the transaction ends. The texts
 * count from now on, even those that are due later.
 */
export async function refuseTextsOverBudget(
  tx: Db,
  config: Config,
  { bandId, requestedBy, address, deps }: DepTexts,
): Promise<void> {
  const recipients = deps.map(({ phone }) => phone)
  await lockBudgets(tx, config, { requestedBy, address, recipients, channel: 'sms' })
  const count = deps.length
  const budgets = [
    userBudget(requestedBy, depMessages.tooManyTextsFromYou, count),
    ...addressBudgets(config, address, depMessages.tooManyTextsFromHere, count),
    {
      sentence: depMessages.tooManyTextsOfBand,
      events: textsOfBand(bandId),
      windows: forSeveral(bandWindows, count),
    },
    ...deps.map(({ name, phone }) => ({
      sentence: depMessages.tooManyTextsToThem(name),
      events: textsTo(phone),
      windows: recipientWindows,
    })),
  ]
  const seconds = await secondsUntilMessageText(tx, forSeveral(messageTextWindows(config), count))
  await refuseUsedUp(tx, budgets, { sentence: depMessages.textsUsedUp, seconds })
}

/** Whether the recipient may get another text today: changes to one gig could otherwise become a flood. */
export async function canTextRecipient(tx: Db, phone: string): Promise<boolean> {
  return (await secondsUntilAdmitted(tx, textsSentTo(phone), recipientWindows)) === 0
}
