// Creates the clients of all providers, either for the configured services or for fakes on loopback.

import type { Config } from '#config.ts'
import type { VapidKeys } from '#platform/vapid-keys.ts'
import type { InboxSource } from '#dev/inbox.ts'
import { createCalendars, type Calendars } from './calendars/calendars.ts'
import type { Google, GoogleSettings } from './google.ts'
import { smtpMail, type MailSender } from './mail.ts'
import { pushSender, type PushSender } from './push.ts'
import { twilioSms, type SmsSender } from './sms.ts'
import { reachFor } from './public-address.ts'
import { spotifyClient, type Spotify } from './spotify.ts'

export type Providers = {
  calendars: Calendars
  sms: SmsSender
  mail: MailSender
  push: PushSender
  /** Null if not configured. */
  google: Google | null
  /** Null if not configured. */
  spotify: Spotify | null
  /** Messages that the fakes received; null if SMS, mail and push are real. */
  inbox: InboxSource | null
  close(): Promise<void>
}

export async function findProviders(config: Config, vapidKeys: VapidKeys): Promise<Providers> {
  const fakes = await startWanted(config)
  const fakeSetting = (name: string) => fakes?.env[name] ?? ''
  const twilio = config.twilio ?? {
    apiUrl: fakeSetting('TWILIO_API_URL'),
    accountSid: fakeSetting('TWILIO_ACCOUNT_SID'),
    authToken: fakeSetting('TWILIO_AUTH_TOKEN'),
    from: fakeSetting('TWILIO_FROM'),
  }
  const smtp = config.mail ?? { smtpUrl: fakeSetting('SMTP_URL'), from: fakeSetting('MAIL_FROM') }
  const fakeGoogle = config.pretend.google && {
    issuer: fakeSetting('GOOGLE_ISSUER'),
    clientId: fakeSetting('GOOGLE_CLIENT_ID'),
    clientSecret: fakeSetting('GOOGLE_CLIENT_SECRET'),
  }
  const google = config.google || fakeGoogle
  const fakeSpotify = config.pretend.spotify && {
    accountsUrl: fakeSetting('SPOTIFY_ACCOUNTS_URL'),
    apiUrl: fakeSetting('SPOTIFY_API_URL'),
    clientId: fakeSetting('SPOTIFY_CLIENT_ID'),
    clientSecret: fakeSetting('SPOTIFY_CLIENT_SECRET'),
  }
  const spotify = config.spotify || fakeSpotify
  return {
    calendars: createCalendars(reachFor(config)),
    sms: twilioSms(twilio),
    mail: smtpMail({ url: smtp.smtpUrl, from: smtp.from }),
    push: pushSender({
      keys: vapidKeys,
      subject: config.vapidSubject ?? `mailto:${addressOf(smtp.from)}`,
      reach: reachFor(config),
    }),
    google: google ? await signInWith(google) : null,
    spotify: spotify ? spotifyClient(spotify) : null,
    inbox: fakes && (config.pretend.sms || config.pretend.mail || config.pretend.push) ? fakes.inbox : null,
    close: async () => fakes?.close(),
  }
}

/** The address of `Gaffer <gaffer@example.org>` or `gaffer@example.org`. */
function addressOf(mailbox: string): string {
  return /<([^<>]+)>/.exec(mailbox)?.[1] ?? mailbox
}

/** Imports openid-client only where Google sign-in is configured: it takes a megabyte. */
async function signInWith(google: GoogleSettings): Promise<Google> {
  const { googleSignIn } = await import('./google.ts')
  return googleSignIn(google)
}

/** Imports the fakes only if one is wanted, so never in production. */
async function startWanted({ pretend: wanted }: Config) {
  if (!Object.values(wanted).includes(true)) return null
  const { startFakes } = await import('#dev/fakes.ts')
  return startFakes(wanted)
}
