// The request handler does the same for every number, so that it does not reveal which numbers are registered. A job
// checks afterwards whether the number may get a code, generates it and sends it.

import { parseUkMobile } from '#features/messages/uk-mobile.ts'
import { randomUUIDv7 } from 'node:crypto'
import { limits } from '@gaffer/domain/shared/limits'
import { signInMessages } from '@gaffer/domain/sign-in/sign-in-messages'
import { AppError } from '@gaffer/domain/shared/app-error'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import { acquireAdvisoryLocks } from '#platform/db/advisory-lock.ts'
import { secondsUntilAdmitted } from '#platform/db/rate-limit.ts'
import { secondsUntilText } from '#platform/db/texts-sent.ts'
import type { Services } from '#services.ts'
import { findInvitationForSignIn, isInvitationOpen } from '#features/invitations/service.ts'
import type { QueueDefinition } from '#platform/jobs.ts'
import { hashSecret, hmac, newSecret, newOneTimeCode } from '#platform/keys.ts'
import { sendAtMostOnce } from '#providers/send-at-most-once.ts'
import { findUserByPhone } from './user-store.ts'
import {
  claimCodeForSending,
  addressCodeRequestsSql,
  phoneCodeRequestsSql,
  findUnsentCode,
  insertPhoneCode,
  insertCodeRequest,
  releaseCode,
} from './code-store.ts'
import { findKnownBrowser } from './session-store.ts'
import type { BrowserSecrets } from './sessions.ts'

export const sendCodeJob: QueueDefinition<{ codeId: string }> = { name: 'send-code' }

/** `flow` binds the code to the browser: verifying the code requires it. */
export async function queueCode(
  services: Services,
  { phone: input, address, secrets }: { phone: string; address: string; secrets: BrowserSecrets },
): Promise<{ flow: string; retryAfter: number }> {
  const phone = parseUkMobile(services, input)
  const flow = secrets.flow ?? newSecret()
  await inTransaction(services.db, async (tx) => {
    await acquireAdvisoryLocks(tx, `address ${address}`)
    await acquireAdvisoryLocks(tx, `phone ${phone}`)
    const fromKnownBrowser = (await findKnownBrowser(tx, phone, secrets.browser)) !== undefined
    await refuseTooMany(services, tx, { phone, address, fromKnownBrowser })
    const id = randomUUIDv7()
    await insertCodeRequest(tx, { id, phone, address, fromKnownBrowser })
    const invitation = await findInvitationForSignIn(tx, { heldToken: secrets.invite, phone })
    await insertPhoneCode(tx, { id, phone, flowHash: hashSecret(flow), invitationId: invitation?.id ?? null })
    await services.jobs.add(tx, sendCodeJob, { codeId: id })
  })
  services.metrics.countCode('asked')
  return { flow, retryAfter: limits.resendSeconds }
}

type CodeRequestOrigin = { phone: string; address: string; fromKnownBrowser: boolean }

/** The limit per IP address does not apply to known browsers. */
async function refuseTooMany(
  { config }: Services,
  tx: Db,
  { phone, address, fromKnownBrowser }: CodeRequestOrigin,
): Promise<void> {
  const { perAddressHour, perDay } = config.smsLimits
  const addressWindows = fromKnownBrowser ? [] : [{ most: perAddressHour, seconds: 60 * 60 }]
  const retryAfterSeconds = Math.max(
    await secondsUntilAdmitted(tx, phoneCodeRequestsSql(phone, fromKnownBrowser), limits.codeWindows),
    await secondsUntilAdmitted(tx, addressCodeRequestsSql(address), addressWindows),
    await secondsUntilText(tx, perDay),
  )
  if (retryAfterSeconds > 0) throw new AppError('too_many_requests', signInMessages.codeWait, { retryAfterSeconds })
}

/** Job handler: sends the code if the number has an account or an open invitation. */
export async function sendQueuedCode(services: Services, { codeId: id }: { codeId: string }): Promise<void> {
  const request = await findUnsentCode(services.db, { id })
  if (!request || !(await canReceiveCode(services, request))) return
  const code = newOneTimeCode()
  const { perDay } = services.config.smsLimits
  const isSent = await sendAtMostOnce(services.log, {
    reference: id,
    failureMessage: 'Sign-in code not sent: the SMS provider failed',
    claim: () => claimCodeForSending(services.db, { id, codeMac: hmacOfCode(services, id, code), perDay }),
    send: () => services.sms.send({ to: request.phone, body: codeText(services, code), reference: id }),
    release: () => releaseCode(services.db, { id }),
  })
  if (isSent) services.metrics.countCode('sent')
}

async function canReceiveCode(
  { db }: Services,
  { phone, invitationId }: { phone: string; invitationId: string | null },
): Promise<boolean> {
  if (await findUserByPhone(db, phone)) return true
  return invitationId !== null && isInvitationOpen(db, invitationId)
}

/** The last line enables autofill: https://wicg.github.io/sms-one-time-codes/ */
function codeText({ config }: Services, code: string): string {
  return `${code} is your Gaffer code. It works for 10 minutes.\n\n@${new URL(config.publicUrl).host} #${code}`
}

export function hmacOfCode({ keys }: Services, codeId: string, code: string): Buffer {
  return hmac(keys.code, codeId, code)
}
