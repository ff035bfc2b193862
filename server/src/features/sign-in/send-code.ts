// The request handler does the same for every number, so that it does not reveal which numbers are registered. Whether the number may get
// a code is checked when the message is composed, after the response.

import { randomUUIDv7 } from 'node:crypto'
import { limits } from '@gaffer/domain/shared/limits'
import { signInMessages } from '@gaffer/domain/sign-in/sign-in-messages'
import { inTransaction, type Db } from '#platform/db/connection.ts'
import type { Services } from '#services.ts'
import { findInvitationForSignIn, isInvitationOpen } from '#features/invitations/service.ts'
import { refuseSignInCodeOverBudget } from '#features/messages/budget.ts'
import type { ComposedMessage } from '#features/messages/hooks.ts'
import type { Message } from '#features/messages/message.ts'
import { addMessages } from '#features/messages/queue.ts'
import { parseUkMobile } from '#features/messages/uk-mobile.ts'
import { hashSecret, hmac, newSecret, newOneTimeCode } from '#platform/keys.ts'
import { findUserByPhone } from './user-store.ts'
import { findUnsentCode, insertPhoneCode, updateCodeMac } from './code-store.ts'
import { findKnownBrowser } from './session-store.ts'
import type { BrowserSecrets } from './sessions.ts'

/** `flow` binds the code to the browser: verifying the code requires `flow`. */
export async function queueCode(
  services: Services,
  { phone: input, address, secrets }: { phone: string; address: string; secrets: BrowserSecrets },
): Promise<{ flow: string; retryAfter: number }> {
  const { config, metrics } = services
  const phone = parseUkMobile(services, input)
  const flow = secrets.flow ?? newSecret()
  await inTransaction(services.db, async (tx) => {
    // The limit per IP address does not apply to known browsers.
    const networkAddress = (await findKnownBrowser(tx, phone, secrets.browser)) ? null : address
    await refuseSignInCodeOverBudget(tx, config, { recipient: phone, networkAddress }, signInMessages.codeWait)
    const id = randomUUIDv7()
    const invitation = await findInvitationForSignIn(tx, { heldToken: secrets.invite, phone })
    await insertPhoneCode(tx, { id, phone, flowHash: hashSecret(flow), invitationId: invitation?.id ?? null })
    const dueAt = services.clock.now()
    const message = { way: 'text', purpose: 'sign-in code', causedBy: null, isRequested: true } as const
    await addMessages(services, tx, [{ ...message, id, recipient: phone, networkAddress, dueAt }])
  })
  metrics.countCode('asked')
  return { flow, retryAfter: limits.resendSeconds }
}

/** Composes the text with a new code; null unless the number has an account or an open invitation. */
export async function composeSignInCode(services: Services, tx: Db, { id }: Message): Promise<ComposedMessage | null> {
  const request = await findUnsentCode(tx, { id })
  if (!request || !(await canReceiveCode(tx, request))) return null
  const code = newOneTimeCode()
  return {
    content: { to: request.phone, body: composeCodeText(services, code) },
    onClaim: (claiming) => updateCodeMac(claiming, { id, codeMac: computeCodeMac(services, id, code) }),
    onRelease: (releasing) => updateCodeMac(releasing, { id, codeMac: null }),
  }
}

async function canReceiveCode(
  db: Db,
  { phone, invitationId }: { phone: string; invitationId: string | null },
): Promise<boolean> {
  if (await findUserByPhone(db, phone)) return true
  return invitationId !== null && isInvitationOpen(db, invitationId)
}

/** The last line enables autofill: https://wicg.github.io/sms-one-time-codes/ */
function composeCodeText({ config }: Services, code: string): string {
  return `${code} is your Gaffer code. It works for 10 minutes.\n\n@${new URL(config.publicUrl).host} #${code}`
}

export function computeCodeMac({ keys }: Services, codeId: string, code: string): Buffer {
  return hmac(keys.code, codeId, code)
}
