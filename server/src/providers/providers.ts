// The clients of all providers, as features use them.

import type { CalendarReader } from './calendars/calendars.ts'
import type { GoogleSignInClient } from './google.ts'
import type { MailSender } from './mail.ts'
import type { PushSender } from './push.ts'
import type { SmsSender } from './sms.ts'
import type { SpotifyClient } from './spotify.ts'

export type Providers = {
  calendars: CalendarReader
  sms: SmsSender
  mail: MailSender
  push: PushSender
  /** Null if not configured. */
  google: GoogleSignInClient | null
  /** Null if not configured. */
  spotify: SpotifyClient | null
}
