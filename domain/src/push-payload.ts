// The decrypted text of a push message, as the server writes and the service worker reads it. Apart from notice.ts: no schemas.

import type { AnswerValue } from './event.ts'
import type { NoticeKind } from './notice.ts'

export type PushPayload = {
  /** Of the notice. */
  id: string
  kind: NoticeKind
  title: string
  body: string
  /** A path of this app. */
  url: string
  bandId: string | null
  eventId: string | null
  /** The recipient's own in the band. */
  membershipId: string | null
  /** Answers that the notification offers as buttons. */
  actions: readonly Extract<AnswerValue, 'yes' | 'no'>[]
}
