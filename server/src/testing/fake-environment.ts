import type { Fakes } from '#dev/fakes.ts'

/** The environment variables with which a process in production mode sends texts and mails to the fakes. */
export function createFakeProviderEnvironment({
  twilio,
  mail,
}: Pick<Fakes, 'twilio' | 'mail'>): Record<string, string> {
  if (!twilio || !mail) throw new Error('The fakes of Twilio and SMTP are not running')
  return {
    SMS_PROVIDER: 'twilio',
    TWILIO_API_URL: twilio.apiUrl,
    TWILIO_ACCOUNT_SID: twilio.accountSid,
    TWILIO_AUTH_TOKEN: twilio.authToken,
    TWILIO_FROM: twilio.from,
    SMTP_URL: mail.url,
    MAIL_FROM: mail.from,
  }
}
