// The budgets of texts to deps. Those of a person and of an IP address are shared with invitations.

import { depMessages } from '@gaffer/domain/dep-messages'
import { limits } from '@gaffer/domain/limits'
import type { Config } from '#config.ts'
import type { Db } from '#platform/db/connection.ts'
import { secondsUntilAdmitted } from '#platform/db/rate-limit.ts'
import { secondsUntilNonCodeText } from '#platform/db/texts-sent.ts'
import {
  budgetsOfIpAddress,
  windowsForCount,
  lockMessageBudgets,
  nonCodeTextWindowsOf,
  hourAndDayWindows,
  refuseExhaustedBudgets,
  budgetOfUser,
} from '#features/invitations/message-budgets.ts'
import { depTextsOfBandSql, sentDepTextsByRecipientSql, depTextsByRecipientSql } from './text-store.ts'

export type DepTextRequest = {
  bandId: string
  /** User and IP address of the request. */
  requestedBy: string
  address: string
  deps: readonly { name: string; phone: string }[]
}

const bandWindows = hourAndDayWindows(limits.depTextsPerHour, limits.depTextsPerDay)
const recipientWindows = [{ most: limits.depTextsPerRecipientDay, seconds: 24 * 60 * 60 }]

/**
 * Refuses a request for one text to each dep while any budget is exhausted, and locks the budgets until the transaction ends. The texts
 * count from now on, even those that are due later.
 */
export async function refuseTextsOverBudget(
  tx: Db,
  config: Config,
  { bandId, requestedBy, address, deps }: DepTextRequest,
): Promise<void> {
  const recipients = deps.map(({ phone }) => phone)
  await lockMessageBudgets(tx, config, { requestedBy, address, recipients, channel: 'sms' })
  const count = deps.length
  const budgets = [
    budgetOfUser(requestedBy, depMessages.tooManyTextsFromYou, count),
    ...budgetsOfIpAddress(config, address, depMessages.tooManyTextsFromHere, count),
    {
      sentence: depMessages.tooManyTextsOfBand,
      events: depTextsOfBandSql(bandId),
      windows: windowsForCount(bandWindows, count),
    },
    ...deps.map(({ name, phone }) => ({
      sentence: depMessages.tooManyTextsToThem(name),
      events: depTextsByRecipientSql(phone),
      windows: recipientWindows,
    })),
  ]
  const seconds = await secondsUntilNonCodeText(tx, windowsForCount(nonCodeTextWindowsOf(config), count))
  await refuseExhaustedBudgets(tx, budgets, { sentence: depMessages.textsUsedUp, seconds })
}

/** Whether the recipient may get another text today: changes to one gig could otherwise become a flood. */
export async function canTextRecipient(tx: Db, phone: string): Promise<boolean> {
  return (await secondsUntilAdmitted(tx, sentDepTextsByRecipientSql(phone), recipientWindows)) === 0
}
