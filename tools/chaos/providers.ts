// The fake push service, mail server and Twilio of the server under test. The fakes outlive the server, and count the received messages by
// dedup key.

import { startFakePush } from '@gaffer/fakes/push'
import { startFakeSmtp, type SmtpFault } from '@gaffer/fakes/smtp'
import { startFakeTwilio } from '@gaffer/fakes/twilio'
import type { Fault } from '@gaffer/fakes/faults'

export type FakeProviders = Awaited<ReturnType<typeof startFakeProviders>>
export type ProviderFault = { http: Fault; mail: SmtpFault }

export const providerFaults = {
  hang: { http: { kind: 'hang' }, mail: { at: 'sender', how: 'hang' } },
  error: { http: { kind: 'status', status: 500 }, mail: { at: 'recipient', how: 451 } },
  busy: { http: { kind: 'status', status: 429, retryAfterSeconds: 1 }, mail: { at: 'greeting', how: 421 } },
  rubbish: { http: { kind: 'rubbish' }, mail: { at: 'data', how: 'drop' } },
  /** The message is accepted, and no response comes. */
  noResponse: { http: { kind: 'hang', lateReply: true }, mail: { at: 'data', how: 'hang' } },
} as const satisfies Record<string, ProviderFault>

export async function startFakeProviders() {
  const [push, mail, sms] = await Promise.all([startFakePush(), startFakeSmtp(), startFakeTwilio()])
  return {
    push,
    mail,
    sms,
    environment: {
      SMS_PROVIDER: 'twilio',
      TWILIO_API_URL: sms.url,
      TWILIO_ACCOUNT_SID: sms.accountSid,
      TWILIO_AUTH_TOKEN: sms.authToken,
      TWILIO_FROM: sms.from,
      SMTP_URL: mail.url,
      MAIL_FROM: mail.from,
      SMS_PER_DAY: 'off',
      SMS_PER_ADDRESS_HOUR: 'off',
      MAIL_PER_DAY: 'off',
      NOTICE_SETTLE_SECONDS: '0',
      NOTICE_QUIET_HOURS: 'off',
      // The server reads network addresses from X-Forwarded-For, because the enquiries are sent from many addresses.
      TRUST_PROXY: 'loopback',
      // Allows requests to the fake push service, which is on loopback.
      ALLOW_PRIVATE_FETCH: '1',
    },
    /** Makes the three services fail with this fault until `fail(null)`. */
    fail(fault: ProviderFault | null): void {
      for (const service of [push, sms]) service.fail(fault?.http ?? null)
      mail.fail(fault?.mail ?? null)
    },
    /** How many messages the push service, the mail server and Twilio have received, in this order. */
    counts: () => [push.deliveries().length, mail.deliveries().length, sms.deliveries().length],
    async close(): Promise<void> {
      await Promise.all([push.close(), mail.close(), sms.close()])
    },
  }
}
