// The server's only door to the pretend providers. Loaded by a dynamic import and outside production
// only; answers in the same variables an operator would set, so that nothing else knows the difference.

import { joinInbox } from '@gaffer/pretend/inbox'
import { startPretendSmtp } from '@gaffer/pretend/smtp'
import { startPretendTwilio } from '@gaffer/pretend/twilio'
import type { InboxSource } from './inbox.ts'

export type Pretend = {
  /** Only the variables of the providers that were asked for. */
  env: Record<string, string>
  inbox: InboxSource
  close(): Promise<void>
}

/** Starts the providers that are wanted, on free ports of 127.0.0.1. */
export async function startPretend(wanted: { sms: boolean; mail: boolean }): Promise<Pretend> {
  const [sms, mail] = await Promise.all([
    wanted.sms ? startPretendTwilio() : null,
    wanted.mail ? startPretendSmtp() : null,
  ])
  return {
    env: {
      ...(sms && {
        TWILIO_API_URL: sms.url,
        TWILIO_ACCOUNT_SID: sms.accountSid,
        TWILIO_AUTH_TOKEN: sms.authToken,
        TWILIO_FROM: sms.from,
      }),
      ...(mail && { SMTP_URL: mail.url, MAIL_FROM: mail.from }),
    },
    inbox: joinInbox({ sms, mail }),
    close: async () => {
      await Promise.all([sms?.close(), mail?.close()])
    },
  }
}
