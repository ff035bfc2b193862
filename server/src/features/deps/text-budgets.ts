// The budgets of texts to deps. Those of a person and of an IP address are shared with invitations.

import { depMessages } from '@gaffer/domain/deps/dep-messages'
import { limits } from '@gaffer/domain/shared/limits'
import type { Config } from '#config.ts'
import type { Db } from '#platform/db/connection.ts'
import { secondsUntilAdmitted } from '#platform/db/rate-limit.ts'
import { lockTextsAndGetSecondsUntilNext, secondsUntilNonCodeText } from '#platform/db/texts-sent.ts'
import {
  budgetsOfIpAddress,
  windowsForCount,
  lockMessageBudgets,
  nonCodeTextWindowsOf,
  hourAndDayWindows,
  refuseExhaustedBudgets,
  budgetOfUser,
  type MessageBudget,
} from '#features/invitations/message-budgets.ts'
import {
  depTextsByRecipientSql,
  depTextsOfBandSql,
  sentDepFollowUpsSql,
  sentDepTextsByRecipientSql,
  type QueuedDepText,
} from './text-store.ts'

export type DepTextRequest = {
  bandId: string
  /** User and IP address of the request. */
  requestedBy: string
  address: string
  deps: readonly { name: string; phone: string }[]
}

const bandWindows = hourAndDayWindows(limits.depTextsPerHour, limits.depTextsPerDay)
const recipientWindows = [{ most: limits.depTextsPerRecipientDay, seconds: 24 * 60 * 60 }]
const calmWindows = [{ most: 1, seconds: limits.depCalmMinutes * 60 }]

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

/**
 * Seconds until the text may be sent. If it may be sent now, returns 0 and keeps the budgets locked until the transaction ends. The text
 * that asks a dep was counted when it was requested. A text that follows a change is counted when it is sent: it waits for the budgets of
 * the band and of the member who changed the gig, and for ten minutes after the last such text to the dep.
 */
export async function lockBudgetsAndGetSecondsUntilText(tx: Db, config: Config, text: QueuedDepText): Promise<number> {
  const budgets = [
    { events: sentDepTextsByRecipientSql(text.recipient), windows: recipientWindows },
    ...(text.isFollowUp ? budgetsOfFollowUp(config, text) : []),
  ]
  if (text.isFollowUp) await lockMessageBudgets(tx, config, { ...text, recipients: [text.recipient], channel: 'sms' })
  const waits: number[] = []
  for (const { events, windows } of budgets) waits.push(await secondsUntilAdmitted(tx, events, windows))
  const ofService = await lockTextsAndGetSecondsUntilNext(tx, config.smsLimits.perDay)
  return Math.max(...waits, ofService)
}

function budgetsOfFollowUp(config: Config, text: QueuedDepText): Pick<MessageBudget, 'events' | 'windows'>[] {
  const { bandId, requestedBy, address } = text
  return [
    { events: sentDepFollowUpsSql(text), windows: calmWindows },
    { events: depTextsOfBandSql(bandId), windows: bandWindows },
    ...(requestedBy === null ? [] : [budgetOfUser(requestedBy, depMessages.tooManyTextsFromYou)]),
    ...(address === null ? [] : budgetsOfIpAddress(config, address, depMessages.tooManyTextsFromHere)),
  ]
}
