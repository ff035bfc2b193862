// All budgets of messages: how many texts and mails a person, an IP address, a band and the whole installation may cause, and a recipient
// may get. A message that a person requests counts from the request on, and is refused with 429 over a budget. Any other message counts
// from its sending on, and over a budget it waits, fails (a mail) or is dropped. Push messages cost nothing and have no budget.

import * as z from 'zod/mini'
import { AppError } from '@gaffer/domain/shared/app-error'
import { limits } from '@gaffer/domain/shared/limits'
import type { Config } from '#config.ts'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import type { Db } from '#platform/db/connection.ts'
import { oneRow, sql, type Sql } from '#platform/db/statement.ts'
import type { Message } from './message.ts'

/** At most `maxMessages` messages in any period of `seconds`. */
type BudgetWindow = { maxMessages: number; seconds: number }

const hourSeconds = 60 * 60
const daySeconds = 24 * hourSeconds
const perHour = (maxMessages: number): BudgetWindow => ({ maxMessages, seconds: hourSeconds })
const perDay = (maxMessages: number): BudgetWindow => ({ maxMessages, seconds: daySeconds })

/** The budgets that are the same for every installation. The configuration has SMS_PER_DAY, MAIL_PER_DAY and SMS_PER_ADDRESS_HOUR. */
export const messageBudgets = {
  /** Codes to one number or email address, and codes for email addresses that one account requests. */
  codes: [
    { maxMessages: 1, seconds: limits.resendSeconds },
    { maxMessages: 3, seconds: 15 * 60 },
    { maxMessages: 5, seconds: hourSeconds },
    { maxMessages: 10, seconds: daySeconds },
  ],
  /** Invitations and texts to deps that one person causes, over all bands. */
  ofPerson: [perHour(20), perDay(40)],
  fromNetwork: [perHour(20), perDay(40)],
  ofBand: {
    invitationTexts: [perHour(10), perDay(20)],
    invitationMails: [perHour(20), perDay(50)],
    depTexts: [perHour(20), perDay(40)],
  },
  /** Messages of all bands together to one recipient. */
  toRecipient: {
    invitations: [perDay(3)],
    depTexts: [perDay(10)],
    noticeTexts: [perDay(3)],
    noticeMails: [perDay(40)],
    enquiries: [perDay(3)],
    enquiriesToBand: [perDay(1)],
  },
  enquiriesFromNetwork: [perHour(5)],
  /** Texts to one dep about changes to one gig. */
  changesOfGig: [{ maxMessages: 1, seconds: 10 * 60 }],
}

/** Texts without a sign-in code: half of SMS_PER_DAY is reserved for those with one. */
const computeBudgetOfTextsWithoutCode = ({ smsLimits }: Config) => [perDay(Math.floor(smsLimits.perDay / 2))]
const computeTextBudget = ({ smsLimits }: Config) => [perDay(smsLimits.perDay)]
const computeMailBudget = ({ mailPerDay }: Config) => [perDay(mailPerDay)]
/** Notices use at most half of MAIL_PER_DAY. */
const computeNoticeMailBudget = ({ mailPerDay }: Config) => [perDay(Math.floor(mailPerDay / 2))]
/** Mails that confirm enquiries use at most a fifth of MAIL_PER_DAY, because they can be caused without an account. */
const computeEnquiryMailBudget = ({ mailPerDay }: Config) => [perDay(Math.floor(mailPerDay / 5))]
/** No budget with the fake SMS provider: in development all requests come from one address. */
const selectNetworkBudget = ({ smsLimits }: Config) =>
  Number.isFinite(smsLimits.perAddressHour) ? messageBudgets.fromNetwork : []

// The messages that count towards each budget. Each query has one column, the time from which the message counts.

const isInvitationOrDepText = sql`purpose in ('invitation', 'dep text')`
const findPersonWait = defineWaitQuery<{ causedBy: string }>(sql`
  select counted_at as at from outgoing_messages where caused_by = $causedBy and ${isInvitationOrDepText}`)
const findNetworkWait = defineWaitQuery<{ networkAddress: string }>(sql`
  select counted_at as at from outgoing_messages where network_address = $networkAddress and ${isInvitationOrDepText}`)
const findBandWait = defineWaitQuery<Pick<Message, 'bandId' | 'purpose' | 'way'>>(sql`
  select counted_at as at from outgoing_messages where band_id = $bandId and purpose = $purpose and way = $way`)
const findRecipientWait = defineWaitQuery<Pick<Message, 'recipient' | 'purpose'>>(sql`
  select counted_at as at from outgoing_messages where recipient = $recipient and purpose = $purpose`)
const findSentToRecipientWait = defineWaitQuery<Pick<Message, 'recipient' | 'purpose'>>(sql`
  select claimed_at as at from outgoing_messages where recipient = $recipient and purpose = $purpose`)
const findNoticeRecipientWait = defineWaitQuery<Pick<Message, 'recipientId' | 'way'>>(sql`
  select counted_at as at from outgoing_messages where recipient_id = $recipientId and way <> 'push' and way = $way`)
const findGigChangeWait = defineWaitQuery<Pick<Message, 'bandId' | 'eventId' | 'recipient'>>(sql`
  select claimed_at as at from outgoing_messages
  where band_id = $bandId and event_id = $eventId and recipient = $recipient and purpose = 'dep text' and kind <> 'asked'`)
// A known browser has a budget of its own: its requests are stored without their address.
const findSignInCodeWait = defineWaitQuery<{ recipient: string; isKnownBrowser: boolean }>(sql`
  select counted_at as at from outgoing_messages
  where recipient = $recipient and purpose = 'sign-in code' and (network_address is null) = $isKnownBrowser`)
const findNetworkCodeWait = defineWaitQuery<{ networkAddress: string | null }>(sql`
  select counted_at as at from outgoing_messages where network_address = $networkAddress and purpose = 'sign-in code'`)
const findEmailCodeWait = defineWaitQuery<{ causedBy: string }>(sql`
  select counted_at as at from outgoing_messages where caused_by = $causedBy and purpose = 'email code'`)
const findSentTextWait = defineWaitQuery(sql`
  select claimed_at as at from outgoing_messages where way = 'text' and claimed_at is not null`)
const findSentNonCodeTextWait = defineWaitQuery(sql`
  select claimed_at as at from outgoing_messages
  where way = 'text' and claimed_at is not null and purpose <> 'sign-in code'`)
// Texts without `due_at` do not count: a dep whose turn has not come may never get a text.
const findNonCodeTextWait = defineWaitQuery(sql`
  select counted_at as at from outgoing_messages
  where way = 'text' and purpose <> 'sign-in code' and due_at is not null`)
const findMailWait = defineWaitQuery(sql`select counted_at as at from outgoing_messages where way = 'mail'`)
const findNoticeMailWait = defineWaitQuery(sql`
  select counted_at as at from outgoing_messages where way = 'mail' and purpose = 'notice'`)

const findBandEnquiryWait = defineWaitQuery<{ bandId: string; recipient: string }>(sql`
  select counted_at as at from outgoing_messages
  where recipient = $recipient and purpose = 'enquiry' and band_id = $bandId`)
const findNetworkEnquiryWait = defineWaitQuery<{ networkAddress: string }>(sql`
  select counted_at as at from outgoing_messages where network_address = $networkAddress and purpose = 'enquiry'`)
const findEnquiryMailWait = defineWaitQuery(sql`
  select counted_at as at from outgoing_messages where way = 'mail' and purpose = 'enquiry'`)

/** Refuses a code over the budgets of the number, of the IP address (null for a known browser) and of the installation. */
export async function refuseSignInCodeOverBudget(
  tx: Db,
  config: Config,
  { recipient, networkAddress }: { recipient: string; networkAddress: string | null },
  sentence: string,
): Promise<void> {
  await lockBudgets(tx, { networkAddress, recipients: [recipient] })
  const isKnownBrowser = networkAddress === null
  const networkCodeBudget = isKnownBrowser ? [] : [perHour(config.smsLimits.perAddressHour)]
  await refuseOverBudget([
    [sentence, findSignInCodeWait(tx, { recipient, isKnownBrowser }, messageBudgets.codes)],
    [sentence, findNetworkCodeWait(tx, { networkAddress }, networkCodeBudget)],
    [sentence, findSentTextWait(tx, {}, computeTextBudget(config))],
  ])
}

/** Refuses a code over the budgets of the account, of the email address and of the installation. */
export async function refuseEmailCodeOverBudget(
  tx: Db,
  config: Config,
  { causedBy, recipient }: { causedBy: string; recipient: string },
  sentence: string,
): Promise<void> {
  await lockBudgets(tx, { causedBy, recipients: [recipient], way: 'mail' })
  await refuseOverBudget([
    [sentence, findEmailCodeWait(tx, { causedBy }, messageBudgets.codes)],
    [sentence, findRecipientWait(tx, { recipient, purpose: 'email code' }, messageBudgets.codes)],
    [sentence, findMailWait(tx, {}, computeMailBudget(config))],
  ])
}

/** Whether a mail that confirms an enquiry may be sent. A refusal is not shown: it would reveal earlier enquiries with the address. */
export async function hasBudgetForEnquiry(
  tx: Db,
  config: Config,
  message: { bandId: string; recipient: string; networkAddress: string },
): Promise<boolean> {
  const { recipient, networkAddress } = message
  await lockBudgets(tx, { networkAddress, recipients: [recipient], way: 'mail' })
  const waits = await Promise.all([
    findBandEnquiryWait(tx, message, messageBudgets.toRecipient.enquiriesToBand),
    findRecipientWait(tx, { recipient, purpose: 'enquiry' }, messageBudgets.toRecipient.enquiries),
    findNetworkEnquiryWait(tx, { networkAddress }, messageBudgets.enquiriesFromNetwork),
    findEnquiryMailWait(tx, {}, computeEnquiryMailBudget(config)),
    findMailWait(tx, {}, computeMailBudget(config)),
  ])
  return waits.every((seconds) => seconds === 0)
}

/**
 * Refuses a user over their own budget before any lock is taken: hundreds of parallel requests waiting for locks would
 * exhaust the connection pool.
 */
export async function refusePersonOverBudget(db: Db, causedBy: string, sentence: string): Promise<void> {
  await refuseOverBudget([[sentence, findPersonWait(db, { causedBy }, messageBudgets.ofPerson)]])
}

/** Messages that a member requests: an invitation, or a text to each of several deps. `sentences` are the error messages by budget. */
export type MessageRequest = {
  purpose: 'invitation' | 'dep text'
  way: 'text' | 'mail'
  bandId: string
  causedBy: string
  networkAddress: string
  recipients: readonly { recipient: string; sentence: string }[]
  sentences: { band: string; person: string; network: string; installation: string }
}

/** Refuses the request as a whole while any budget is used up, and locks the budgets until the transaction ends. */
export async function refuseRequestOverBudget(tx: Db, config: Config, request: MessageRequest): Promise<void> {
  const { purpose, way, causedBy, networkAddress, recipients, sentences } = request
  const count = recipients.length
  await lockBudgets(tx, { causedBy, networkAddress, recipients: recipients.map(({ recipient }) => recipient), way })
  const { invitations, depTexts } = messageBudgets.toRecipient
  const toRecipient = purpose === 'invitation' ? invitations : depTexts
  const installationWaits =
    way === 'mail'
      ? [findMailWait(tx, {}, computeMailBudget(config))]
      : [
          findNonCodeTextWait(tx, {}, computeBudgetOfTextsWithoutCode(config), count),
          findSentTextWait(tx, {}, computeTextBudget(config), count),
        ]
  await refuseOverBudget([
    [sentences.band, findBandWait(tx, request, selectBandBudget(request), count)],
    [sentences.person, findPersonWait(tx, { causedBy }, messageBudgets.ofPerson, count)],
    [sentences.network, findNetworkWait(tx, { networkAddress }, selectNetworkBudget(config), count)],
    ...recipients.map(({ recipient, sentence }): Wait => [
      sentence,
      findRecipientWait(tx, { recipient, purpose }, toRecipient),
    ]),
    ...installationWaits.map((seconds): Wait => [sentences.installation, seconds]),
  ])
}

/** Seconds until the message may be sent. If it may be sent now, returns 0 and keeps the budgets locked until the transaction ends. */
export async function computeSecondsUntilSending(tx: Db, config: Config, message: Message): Promise<number> {
  const { way, purpose, isRequested, causedBy, networkAddress, recipient, recipientId } = message
  const { toRecipient, ofPerson, changesOfGig } = messageBudgets
  // Requested mails were counted, and checked against the budgets, at the request.
  if (way === 'push' || (way === 'mail' && isRequested)) return 0
  const waits: Promise<number>[] = []
  if (purpose === 'notice') {
    await lockBudgets(tx, { recipients: [recipientId ?? ''], way })
    waits.push(findNoticeRecipientWait(tx, message, way === 'mail' ? toRecipient.noticeMails : toRecipient.noticeTexts))
  } else if (purpose === 'dep text' && !isRequested) {
    await lockBudgets(tx, { causedBy, networkAddress, recipients: [recipient ?? ''], way })
    waits.push(findGigChangeWait(tx, message, changesOfGig))
    waits.push(findBandWait(tx, message, messageBudgets.ofBand.depTexts))
    if (causedBy) waits.push(findPersonWait(tx, { causedBy }, ofPerson))
    if (networkAddress) waits.push(findNetworkWait(tx, { networkAddress }, selectNetworkBudget(config)))
  } else await lockBudgets(tx, { recipients: [], way })
  if (purpose === 'dep text') waits.push(findSentToRecipientWait(tx, message, toRecipient.depTexts))
  if (way === 'mail') {
    waits.push(findMailWait(tx, {}, computeMailBudget(config)))
    waits.push(findNoticeMailWait(tx, {}, computeNoticeMailBudget(config)))
  } else {
    waits.push(findSentTextWait(tx, {}, computeTextBudget(config)))
    if (purpose !== 'sign-in code') waits.push(findSentNonCodeTextWait(tx, {}, computeBudgetOfTextsWithoutCode(config)))
  }
  return Math.max(...(await Promise.all(waits)))
}

function selectBandBudget({ purpose, way }: Pick<MessageRequest, 'purpose' | 'way'>): BudgetWindow[] {
  const { invitationTexts, invitationMails, depTexts } = messageBudgets.ofBand
  if (purpose === 'dep text') return depTexts
  return way === 'text' ? invitationTexts : invitationMails
}

type LockedBudgets = {
  causedBy?: string | null
  networkAddress?: string | null
  recipients: readonly string[]
  way?: string
}

/** Serialises messages with a budget in common until the transaction ends. The fixed order prevents deadlocks. */
async function lockBudgets(tx: Db, { causedBy, networkAddress, recipients, way }: LockedBudgets): Promise<void> {
  const personLocks = causedBy ? [`messages by ${causedBy}`] : []
  const networkLocks = networkAddress ? [`messages from ${networkAddress}`] : []
  const recipientLocks = recipients.map((recipient) => `messages to ${recipient}`).toSorted()
  const wayLocks = way ? [`messages by ${way}`] : []
  await acquireAdvisoryLocks(tx, ...personLocks, ...networkLocks, ...recipientLocks, ...wayLocks)
}

type Wait = [sentence: string, seconds: Promise<number>]

/** Throws `too_many_requests` if any budget is used up. Retry-After is the longest wait, so that the retry is accepted. */
async function refuseOverBudget(waits: readonly Wait[]): Promise<void> {
  const results = await Promise.all(waits.map(async ([sentence, seconds]) => ({ sentence, seconds: await seconds })))
  const [longest] = results.toSorted((a, b) => b.seconds - a.seconds)
  if (!longest || longest.seconds === 0) return
  throw new AppError('too_many_requests', longest.sentence, { retryAfterSeconds: longest.seconds })
}

/**
 * Makes a function that returns the seconds until all windows admit `count` more messages; 0 when they do now. A caller that then
 * counts a message must take an advisory lock before the call: otherwise parallel calls all get 0.
 */
function defineWaitQuery<Values extends object>(times: Sql) {
  // `least`: a parallel request may have counted its message after `$now` of this request. The wait would then exceed the window.
  const readWait = oneRow(
    z.strictObject({ seconds: z.number() }),
    sql<Values & { maxMessages: number[]; lengths: number[] }>`
      select coalesce(max(least(ceil(extract(epoch from event.at - $now) + w.seconds), w.seconds)), 0)::int as seconds
      from unnest($maxMessages::int[], $lengths::int[]) w (max_messages, seconds)
      cross join lateral (
        select at from (${times}) e where at > $now - make_interval(secs => w.seconds)
        order by at desc offset w.max_messages - 1 limit 1
      ) event`,
  )
  return async (db: Db, values: Values, windows: readonly BudgetWindow[], count = 1): Promise<number> => {
    const reducedWindows = windows.map(({ maxMessages, seconds }) => ({
      maxMessages: maxMessages - count + 1,
      seconds,
    }))
    const closedSeconds = reducedWindows.filter(({ maxMessages }) => maxMessages < 1).map(({ seconds }) => seconds)
    const openWindows = reducedWindows.filter(({ maxMessages }) => maxMessages >= 1 && Number.isFinite(maxMessages))
    if (openWindows.length === 0) return Math.max(0, ...closedSeconds)
    const maxMessages = openWindows.map((one) => one.maxMessages)
    const { seconds } = await readWait(db, { ...values, maxMessages, lengths: openWindows.map((one) => one.seconds) })
    return Math.max(seconds, ...closedSeconds)
  }
}
