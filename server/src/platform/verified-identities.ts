// The verified identities that stores query by. Types only: `http/auth/guards.ts` alone creates the values.

import type { Access } from '@gaffer/domain/access'
import type { GigSheetShare } from '@gaffer/domain/gig-sheet'
import type { NoticeGroup } from '@gaffer/domain/notice'

declare const verified: unique symbol

export type AuthenticatedUser = {
  readonly [verified]: true
  readonly userId: string
  readonly sessionId: string
  readonly platformAdmin: boolean
}

/** The user as an active member of one band. Stores query by its `bandId` only. */
export type MemberContext = AuthenticatedUser & {
  readonly bandId: string
  readonly membershipId: string
  readonly access: Access
}

/** The owner of a feed URL, who may read the calendar of one band. A MemberContext is a FeedSubscriber too. */
export type FeedSubscriber = {
  readonly [verified]: true
  readonly userId: string
  readonly bandId: string
  readonly membershipId: string
}

/** The owner of a personal feed address: may read the calendars of all their bands. An AuthenticatedUser may stand in for it. */
export type PersonalSubscriber = {
  readonly [verified]: true
  readonly userId: string
}

/** The holder of an answer link: may read and answer one event as one member, without a session. */
export type AnswerContext = {
  readonly [verified]: true
  readonly userId: string
  readonly bandId: string
  readonly membershipId: string
  readonly eventId: string
}

/** The holder of a link to a gig sheet: may read one event's sheet without a session, as far as the link shows it. */
export type SheetReader = {
  readonly [verified]: true
  readonly bandId: string
  readonly eventId: string
} & Readonly<GigSheetShare>

/** The holder of an unsubscribe link: may turn off the mails of one group of notices, without a session. */
export type Unsubscriber = {
  readonly [verified]: true
  readonly userId: string
  readonly group: NoticeGroup
}

/** How a session is looked up: by the hash of the cookie, or by the id in a signed bearer token. */
export type SessionClaim = { tokenHash: Buffer } | { sessionId: string }
