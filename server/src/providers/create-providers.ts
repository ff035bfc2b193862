// Creates the clients of all providers, either for the configured services or for fakes on loopback.

import type { Config } from '#config.ts'
import type { VapidKeys } from '#platform/vapid-keys.ts'
import type { InboxSource } from '#dev/fakes.ts'
import { createCalendarReader } from '#providers/calendars/calendars.ts'
import type { GoogleSignInClient, GoogleSettings } from './google.ts'
import { createSmtpMailSender } from './mail.ts'
import type { Providers } from './providers.ts'
import { createPushSender } from './push.ts'
import { createTwilioSmsSender } from './sms.ts'
import { networkReachFor } from './public-address.ts'
import { createSpotifyClient } from './spotify.ts'
import type { SpotifyClock } from './spotify-calls.ts'

type StartedProviders = Providers & {
  /** Messages that the fakes received; null if SMS, mail and push are real. */
  inbox: InboxSource | null
  close(): Promise<void>
}

export async function createProviders(
  config: Config,
  vapidKeys: VapidKeys,
  clock: SpotifyClock,
): Promise<StartedProviders> {
  const fakes = await startRequiredFakes(config)
  const twilio = config.twilio ?? fakes.twilio
  const smtp = config.mail ?? fakes.mail
  // `readConfig` makes sure that texts and mails have real or fake providers.
  if (!twilio || !smtp) throw new Error('Twilio or SMTP is neither configured nor faked')
  const google = config.google ?? fakes.google
  const spotify = config.spotify ?? fakes.spotify
  const { faked } = config
  const reach = networkReachFor(config)
  return {
    calendars: createCalendarReader(reach),
    sms: createTwilioSmsSender(twilio),
    mail: createSmtpMailSender(smtp),
    push: createPushSender({
      keys: vapidKeys,
      subject: config.vapidSubject ?? `mailto:${parseMailAddress(smtp.from)}`,
      reach,
    }),
    google: google ? await createGoogleClient(google) : null,
    spotify: spotify ? createSpotifyClient(spotify, clock) : null,
    inbox: faked.sms || faked.mail || faked.push ? fakes.inbox : null,
    close: fakes.close,
  }
}

/** The mail address in `Gaffer <gaffer@example.org>` or `gaffer@example.org`. */
function parseMailAddress(mailbox: string): string {
  return /<([^<>]+)>/.exec(mailbox)?.[1] ?? mailbox
}

/** Imports openid-client only where Google sign-in is configured: it takes a megabyte of memory. */
async function createGoogleClient(google: GoogleSettings): Promise<GoogleSignInClient> {
  const { createGoogleSignInClient } = await import('./google.ts')
  return createGoogleSignInClient(google)
}

const noFakes = { twilio: null, mail: null, google: null, spotify: null, inbox: null, close: async () => undefined }

/** Imports the fakes only if a provider is faked, so never in production. */
async function startRequiredFakes({ faked }: Config) {
  if (!Object.values(faked).includes(true)) return noFakes
  const { startFakes } = await import('#dev/fakes.ts')
  return startFakes(faked)
}
