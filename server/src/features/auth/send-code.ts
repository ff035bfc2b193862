// Sending a sign-in code. The request only notes that it was asked for, alike for every number; a job decides
// afterwards whether the number may have one, makes the code and sends it.

import { randomInt, randomUUIDv7 } from 'node:crypto'
import { limits } from '@gaffer/domain/limits'
import { messages } from '@gaffer/domain/messages'
import { digitsToE164 } from '@gaffer/domain/phone'
import { Refusal } from '@gaffer/domain/refusal'
import { isUkMobile } from '@gaffer/domain/uk-mobile'
import { inTransaction } from '#db/connection.ts'
import type { Deps } from '#deps.ts'
import { findInvitationById, findInvitationFor } from '#features/invites/service.ts'
import { findAccountByPhone } from '#features/me/service.ts'
import type { Cookies } from '#http/cookies.ts'
import type { JobKind } from '#jobs.ts'
import { hashSecret, mac, newSecret } from '#keys.ts'
import { OutsideError } from '#outside/outside-error.ts'
import {
  countRequests,
  findUnsentCode,
  insertCode,
  insertRequest,
  lockSubject,
  markSent,
  markUnsent,
  secondsUntilRoom,
} from './code-store.ts'

export const sendCodeJob: JobKind<{ codeId: string }> = { name: 'send-code' }

const minute = 60
const hour = 60 * minute
/** How many codes one number may ask for in how many seconds. */
const phoneLimits = [
  { most: 1, window: limits.resendSeconds, count: (counts: Counts) => (isRecent(counts) ? 1 : 0) },
  { most: 3, window: 15 * minute, count: (counts: Counts) => counts.quarterHour },
  { most: 5, window: hour, count: (counts: Counts) => counts.hour },
  { most: 10, window: 24 * hour, count: (counts: Counts) => counts.day },
]
type Counts = Awaited<ReturnType<typeof countRequests>>

function isRecent({ sinceLast }: Counts): boolean {
  return sinceLast !== null && sinceLast < limits.resendSeconds
}

/** A UK mobile in E.164; anything else is refused. Ofcom's drama range counts only while the pretend provider is in use. */
export function ukMobile({ config }: Deps, input: string): string {
  const phone = digitsToE164(input)
  if (phone && isUkMobile(phone, { allowDrama: config.pretend.sms })) return phone
  const message = messages.phoneNotMobile
  throw new Refusal('invalid_input', message, { issues: [{ path: 'phone', message }] })
}

export async function sendCode(
  deps: Deps,
  { phone: input, address, cookies }: { phone: string; address: string; cookies: Cookies },
): Promise<{ retryAfter: number }> {
  const phone = ukMobile(deps, input)
  const flow = cookies.read('flow') ?? newSecret()
  await inTransaction(deps.db, async (tx) => {
    await lockSubject(tx, `address ${address}`)
    await lockSubject(tx, `phone ${phone}`)
    await refuseTooMany(deps, await countRequests(tx, phone, address), (most, window) =>
      secondsUntilRoom(tx, phone, most, window),
    )
    const id = randomUUIDv7()
    await insertRequest(tx, { id, phone, address })
    const invitation = await findInvitationFor(tx, { heldToken: cookies.read('invite'), phone })
    await insertCode(tx, { id, phone, flowHash: hashSecret(flow), invitationId: invitation?.id ?? null })
    await deps.jobs.add(tx, sendCodeJob, { codeId: id })
  })
  deps.metrics.countCode('asked')
  cookies.write('flow', flow)
  return { retryAfter: limits.resendSeconds }
}

async function refuseTooMany(
  { config }: Deps,
  counts: Counts,
  secondsUntil: (most: number, window: number) => Promise<number>,
): Promise<void> {
  const { perAddressHour, perDay } = config.smsLimits
  for (const { most, window, count } of phoneLimits) {
    if (count(counts) >= most) throw tooMany(await secondsUntil(most, window))
  }
  if (counts.addressHour >= perAddressHour) throw tooMany(hour)
  if (counts.serviceDay >= perDay) throw tooMany(hour)
}

function tooMany(retryAfterSeconds: number): Refusal {
  return new Refusal('too_many_requests', messages.codeWait, { retryAfterSeconds })
}

/**
 * The job: sends the code if the number has an account or a live invitation. What may have been sent is never sent
 * again; what certainly was not, and may go better later, throws so that the queue repeats it.
 */
export async function sendWaitingCode(deps: Deps, { codeId }: { codeId: string }): Promise<void> {
  const waiting = await findUnsentCode(deps.db, codeId)
  if (!waiting || !(await mayHaveCode(deps, waiting))) return
  const code = String(randomInt(0, 10 ** limits.codeLength)).padStart(limits.codeLength, '0')
  const { perDay } = deps.config.smsLimits
  if (!(await markSent(deps.db, { id: codeId, codeMac: codeMac(deps, codeId, code), perDay }))) return
  try {
    await deps.sms.send({ to: waiting.phone, body: codeText(deps, code), reference: codeId })
    deps.metrics.countCode('sent')
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    deps.log.warn({ reference: codeId, failure: error.failure, detail: error.message }, 'code not sent')
    if (!error.worthRetrying) return
    await markUnsent(deps.db, codeId)
    throw error
  }
}

async function mayHaveCode(
  { db }: Deps,
  { phone, invitationId }: { phone: string; invitationId: string | null },
): Promise<boolean> {
  if (await findAccountByPhone(db, phone)) return true
  return invitationId !== null && (await findInvitationById(db, invitationId)) !== undefined
}

/** The last line lets phones fill the code in by themselves (the origin-bound one-time code format). */
function codeText({ config }: Deps, code: string): string {
  return `${code} is your Gaffer code. It works for 10 minutes.\n\n@${new URL(config.publicUrl).host} #${code}`
}

export function codeMac({ keys }: Deps, codeId: string, code: string): Buffer {
  return mac(keys.code, codeId, code)
}
