// Starts the fake providers. The only file that imports them; loaded by a dynamic import and never in production. Their addresses
// are returned as environment variables, so that the rest of the server cannot tell them from real providers.

import { startFakeCalendars } from '@gaffer/fakes/calendars'
import { startFakeGoogle } from '@gaffer/fakes/google'
import { joinInbox } from '@gaffer/fakes/inbox'
import { startFakePush } from '@gaffer/fakes/push'
import { startFakeSmtp } from '@gaffer/fakes/smtp'
import { startFakeSpotify } from '@gaffer/fakes/spotify'
import { startFakeTwilio } from '@gaffer/fakes/twilio'
import type { InboxSource } from './inbox.ts'

export type Fakes = {
  /** The variables of the requested providers only. */
  env: Record<string, string>
  inbox: InboxSource
  close(): Promise<void>
}

type Wanted = { sms: boolean; mail: boolean; google?: boolean; spotify?: boolean; push?: boolean; calendars?: boolean }

/** Starts the requested providers on free ports of 127.0.0.1. */
export async function startFakes(wanted: Wanted): Promise<Fakes> {
  const [sms, mail, google, spotify, push, calendars] = await Promise.all([
    wanted.sms ? startFakeTwilio() : null,
    wanted.mail ? startFakeSmtp() : null,
    wanted.google ? startFakeGoogle() : null,
    wanted.spotify ? startFakeSpotify() : null,
    wanted.push ? startFakePush() : null,
    wanted.calendars ? startFakeCalendars() : null,
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
      ...(google && {
        GOOGLE_ISSUER: google.issuer,
        GOOGLE_CLIENT_ID: google.clientId,
        GOOGLE_CLIENT_SECRET: google.clientSecret,
      }),
      ...(spotify && {
        SPOTIFY_ACCOUNTS_URL: spotify.accountsUrl,
        SPOTIFY_API_URL: spotify.apiUrl,
        SPOTIFY_CLIENT_ID: spotify.clientId,
        SPOTIFY_CLIENT_SECRET: spotify.clientSecret,
      }),
    },
    inbox: {
      ...joinInbox({ sms, mail, push }),
      subscribe: push?.subscribe ?? null,
      exampleCalendarUrl: calendars?.exampleUrl ?? null,
    },
    close: async () => {
      await Promise.all([sms, mail, google, spotify, push, calendars].map((provider) => provider?.close()))
    },
  }
}
