// Receives enquiries from the public form, and delivers confirmed enquiries to the band. An enquiry is encrypted until its sender confirms the mail address.

import { randomUUIDv7 } from 'node:crypto'
import { EnquiryForm, type UnvalidatedEnquiry } from '@gaffer/domain/public-page/enquiry'
import { publicPageMessages } from '@gaffer/domain/public-page/public-page-messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import { limits } from '@gaffer/domain/shared/limits'
import { hasBudgetForEnquiry } from '#features/messages/budget.ts'
import { addMessages } from '#features/messages/queue.ts'
import { queueEnquiryReceived } from '#features/notices/queue-notices.ts'
import { parseWithSchema } from '#http/pipeline/parse.ts'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { decrypt, encrypt } from '#platform/encryption.ts'
import { orNotFound } from '#platform/refusals.ts'
import type { EnquiryLinkHolder } from '#platform/verified-identities.ts'
import type { Services } from '#services.ts'
import { toFormErrors, type FormState } from './enquiry-form.ts'
import {
  findLinkState,
  insertEnquiry,
  insertUnconfirmedEnquiry,
  isDailyEnquiryLimitReached,
  isOpenEnquiryLimitReached,
  takeUnconfirmedEnquiry,
} from './enquiry-store.ts'

type ReceivedForm = { bandId: string; typed: UnvalidatedEnquiry; networkAddress: string; today: string }

/**
 * Returns the form to show again if a field is wrong or the form was sent too fast. Null otherwise, even if no mail leaves: the reply is
 * the same for every address.
 */
export async function receiveEnquiry(
  { db, config, keys, jobs, clock }: Services,
  { bandId, typed, networkAddress, today }: ReceivedForm,
): Promise<FormState | null> {
  const form = EnquiryForm.safeParse(typed)
  const errors = form.success ? {} : toFormErrors(toFormIssues(form.error))
  if ((form.data ?? toTypedValues(typed)).dates.some((date) => date < today))
    errors['dates'] ??= publicPageMessages.datePast
  const refusal = Object.keys(errors).length > 0 ? publicPageMessages.formWrong : findHasteRefusal(typed, clock.now())
  if (!form.success || refusal !== null) return { ...toTypedValues(typed), errors, refusal }
  // The field `website` is a honeypot: people do not see the field, and only robots fill it in.
  if (typeof typed['website'] === 'string' && typed['website'] !== '') return null
  const recipient = form.data.email.toLowerCase()
  await inTransaction(db, async (tx) => {
    if (!(await hasBudgetForEnquiry(tx, config, { bandId, recipient, networkAddress }))) return
    const id = randomUUIDv7()
    const encryptedForm = encrypt(keys.enquiries, id, JSON.stringify(form.data))
    await insertUnconfirmedEnquiry(tx, { bandId, id, encryptedForm })
    const message = { id, way: 'mail', purpose: 'enquiry', causedBy: null, isRequested: true } as const
    await addMessages({ jobs }, tx, [{ ...message, bandId, recipient, networkAddress, dueAt: clock.now() }])
  })
  return null
}

function toFormIssues(error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] }) {
  return error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
}

/**
 * Returns the refusal of a form that was sent less than `limits.enquirySeconds` after it was opened, as only robots do; null otherwise, and for a
 * form without its time of opening.
 */
function findHasteRefusal({ opened }: UnvalidatedEnquiry, now: Date): string | null {
  const seconds = typeof opened === 'string' && /^\d{10}$/.test(opened) ? Number(opened) : null
  if (seconds === null || now.getTime() / 1000 - seconds >= limits.enquirySeconds) return null
  return publicPageMessages.tooFast
}

function toTypedValues(typed: UnvalidatedEnquiry): Pick<FormState, 'typed' | 'dates'> {
  const textEntries = Object.entries(typed).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const dates = [typed['dates']].flat().filter((date): date is string => typeof date === 'string' && date !== '')
  return { typed: Object.fromEntries(textEntries), dates: dates.slice(0, limits.datesOfEnquiry) }
}

export type LinkState = { bandName: string; slug: string | null; isConfirmed: boolean }

export async function readEnquiryLink(db: Db, enquirer: EnquiryLinkHolder): Promise<LinkState> {
  return refuseWhileEnquiriesAreOff(orNotFound(await findLinkState(db, enquirer)))
}

function refuseWhileEnquiriesAreOff<State extends LinkState & { acceptsEnquiries: boolean }>(state: State): State {
  if (!state.isConfirmed && !state.acceptsEnquiries) throw new AppError('conflict', publicPageMessages.enquiriesOff)
  return state
}

/** Delivers the enquiry to the band. A second call finds the enquiry confirmed, and changes nothing. */
export function confirmEnquiry({ db, keys }: Services, enquirer: EnquiryLinkHolder): Promise<LinkState> {
  const { bandId, enquiryId } = enquirer
  return inTransaction(db, async (tx) => {
    await acquireAdvisoryLocks(tx, `enquiries ${bandId}`)
    const state = refuseWhileEnquiriesAreOff(orNotFound(await findLinkState(tx, enquirer)))
    if (state.isConfirmed) return state
    if (await isDailyEnquiryLimitReached(tx, enquirer))
      throw new AppError('too_many_requests', publicPageMessages.enquiriesToday, { retryAfterSeconds: 3600 })
    if (await isOpenEnquiryLimitReached(tx, enquirer)) throw new AppError('conflict', publicPageMessages.enquiriesFull)
    const { encryptedForm } = orNotFound(await takeUnconfirmedEnquiry(tx, enquirer))
    const form = parseWithSchema(EnquiryForm, JSON.parse(decrypt(keys.enquiries, enquiryId, encryptedForm)))
    await insertEnquiry(tx, { ...enquirer, ...form })
    await queueEnquiryReceived(tx, { bandId, enquiryId, dates: form.dates })
    return { ...state, isConfirmed: true }
  })
}
