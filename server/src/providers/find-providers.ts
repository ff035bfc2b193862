// Creates the clients of all providers: real where they are configured, of fakes on loopback elsewhere.

import type { Config } from '#config.ts'
import type { InboxSource } from '#dev/inbox.ts'
import { googleSignIn, type Google } from './google.ts'
import { smtpMail, type MailSender } from './mail.ts'
import { twilioSms, type SmsSender } from './sms.ts'
import { spotifyClient, type Spotify } from './spotify.ts'

export type Providers = {
  sms: SmsSender
  mail: MailSender
  /** Null where the operator has set up none. */
  google: Google | null
  /** Null where the operator has set up none. */
  spotify: Spotify | null
  /** Messages that the fakes received; null where SMS and mail are real. */
  inbox: InboxSource | null
  close(): Promise<void>
}

export async function findProviders(config: Config): Promise<Providers> {
  const pretend = await startWanted(config)
  const said = (name: string) => pretend?.env[name] ?? ''
  const twilio = config.twilio ?? {
    apiUrl: said('TWILIO_API_URL'),
    accountSid: said('TWILIO_ACCOUNT_SID'),
    authToken: said('TWILIO_AUTH_TOKEN'),
    from: said('TWILIO_FROM'),
  }
  const smtp = config.mail ?? { smtpUrl: said('SMTP_URL'), from: said('MAIL_FROM') }
  const pretendGoogle = config.pretend.google && {
    issuer: said('GOOGLE_ISSUER'),
    clientId: said('GOOGLE_CLIENT_ID'),
    clientSecret: said('GOOGLE_CLIENT_SECRET'),
  }
  const google = config.google || pretendGoogle
  const pretendSpotify = config.pretend.spotify && {
    accountsUrl: said('SPOTIFY_ACCOUNTS_URL'),
    apiUrl: said('SPOTIFY_API_URL'),
    clientId: said('SPOTIFY_CLIENT_ID'),
    clientSecret: said('SPOTIFY_CLIENT_SECRET'),
  }
  const spotify = config.spotify || pretendSpotify
  return {
    sms: twilioSms(twilio),
    mail: smtpMail({ url: smtp.smtpUrl, from: smtp.from }),
    google: google ? googleSignIn(google) : null,
    spotify: spotify ? spotifyClient(spotify) : null,
    inbox: pretend && (config.pretend.sms || config.pretend.mail) ? pretend.inbox : null,
    close: async () => pretend?.close(),
  }
}

/** In production none is wanted, so the code of the fakes is never loaded. */
async function startWanted({ pretend: wanted }: Config) {
  if (!Object.values(wanted).includes(true)) return null
  const { startPretend } = await import('#dev/pretend.ts')
  return startPretend(wanted)
}
