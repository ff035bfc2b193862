// Starts the fake providers. Besides tests only this file imports the fakes, and only a dynamic import loads this file, never in production.
// The rest of the server gets the addresses of the fakes like the settings of real providers.

import { startFakeCalendars } from '@gaffer/fakes/calendars'
import { startFakeGoogle } from '@gaffer/fakes/google'
import { createCombinedInbox, type Message } from '@gaffer/fakes/inbox'
import { startFakePush } from '@gaffer/fakes/push'
import { startFakeSmtp } from '@gaffer/fakes/smtp'
import { startFakeSpotify } from '@gaffer/fakes/spotify'
import { startFakeTwilio } from '@gaffer/fakes/twilio'
import type { Config } from '#config.ts'
import type { PushSubscription } from '#providers/push.ts'

export type InboxMessage = Message

export type InboxSource = {
  /** Newest first. */
  messages(): Promise<InboxMessage[]> | InboxMessage[]
  /** Subscribes a new device at the fake push service; null if the service is not running. */
  subscribe: ((applicationServerKey?: string) => PushSubscription) | null
  /** The address of a calendar of the fake calendar service; null if the service is not running. */
  exampleCalendarUrl: string | null
}

/** The settings of providers that were not requested are null. */
export type Fakes = Pick<Config, 'twilio' | 'mail' | 'google' | 'spotify'> & {
  inbox: InboxSource
  close(): Promise<void>
}

/** Starts the requested providers on free ports of 127.0.0.1. */
export async function startFakes(requested: Partial<Config['faked']>): Promise<Fakes> {
  const [sms, mail, google, spotify, push, calendars] = await Promise.all([
    requested.sms ? startFakeTwilio() : null,
    requested.mail ? startFakeSmtp() : null,
    requested.google ? startFakeGoogle() : null,
    requested.spotify ? startFakeSpotify() : null,
    requested.push ? startFakePush() : null,
    requested.calendars ? startFakeCalendars() : null,
  ])
  return {
    twilio: sms && { apiUrl: sms.url, accountSid: sms.accountSid, authToken: sms.authToken, from: sms.from },
    mail,
    google,
    spotify,
    inbox: {
      ...createCombinedInbox({ sms, mail, push }),
      subscribe: push?.subscribe ?? null,
      exampleCalendarUrl: calendars?.exampleUrl ?? null,
    },
    close: async () => {
      await Promise.all([sms, mail, google, spotify, push, calendars].map((provider) => provider?.close()))
    },
  }
}
