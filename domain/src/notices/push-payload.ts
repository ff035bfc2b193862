// The JSON of a push message, which the server encrypts and the service worker reads. Not in notice.ts, so that the worker does not contain
// Zod.

import type { AnswerValue } from '@gaffer/domain/events/event'
import type { NoticeKind } from './notice.ts'

export type PushPayload = {
  /** Id of the notice. */
  id: string
  kind: NoticeKind
  title: string
  body: string
  /** A path of this app. */
  url: string
  bandId: string | null
  eventId: string | null
  /** Id of the recipient's membership in the band; null for notices about the account. */
  membershipId: string | null
  /** Answers that the notification offers as buttons. */
  actions: readonly Extract<AnswerValue, 'yes' | 'no'>[]
}
