// The verified identities that stores query by. Types only: `http/guards/guards.ts` alone creates the values.

import type { AccessLevel } from '@gaffer/domain/bands/access'
import type { GigSheetShareOptions } from '@gaffer/domain/gig-sheets/gig-sheet'
import type { NoticeGroup } from '@gaffer/domain/notices/notice'

declare const verified: unique symbol
type Verified<T> = Readonly<T> & { readonly [verified]: true }

/**
 * `personalFeedVersion` is the version of the user's personal feed URL. `address` is the caller's IPv4 address or IPv6 /64, for the budgets
 * of messages that the request causes.
 */
export type AuthenticatedUser = Verified<{
  userId: string
  sessionId: string
  platformAdmin: boolean
  personalFeedVersion: number
  address: string
}>

/**
 * The user as an active member of one band. Stores query by its `bandId` only. `feedVersion` is the version of the member's feed URLs of
 * this band.
 */
export type MemberContext = AuthenticatedUser &
  Readonly<{ bandId: string; membershipId: string; access: AccessLevel; feedVersion: number }>

/** The owner of a feed URL, who may read the calendar of one band. A MemberContext is a FeedSubscriber too. */
export type FeedSubscriber = Verified<{ userId: string; bandId: string; membershipId: string }>

/** The owner of a personal feed URL, who may read the calendars of all their bands. An AuthenticatedUser may stand in for this type. */
export type PersonalFeedSubscriber = Verified<{ userId: string }>

/** The holder of an answer link: may read and answer one event as one member, without a session. */
export type AnswerLinkHolder = Verified<{ userId: string; bandId: string; membershipId: string; eventId: string }>

/** The holder of a dep's link: may read and answer one ask as one dep, without a session. */
export type DepLinkHolder = Verified<{
  bandId: string
  eventId: string
  requestId: string
  depId: string
  askId: string
}>

/** The holder of a link to a gig sheet: may read one event's sheet without a session; fee and contact only if the link shows them. */
export type SheetLinkHolder = Verified<{ bandId: string; eventId: string } & GigSheetShareOptions>

/** The holder of the link in the mail that confirms an enquiry: may confirm it, without a session. */
export type EnquiryLinkHolder = Verified<{ bandId: string; enquiryId: string }>

/** The holder of an unsubscribe link: may turn off the mails of one group of notices, without a session. */
export type UnsubscribeLinkHolder = Verified<{ userId: string; group: NoticeGroup }>

/** How a session is looked up: by the hash of the cookie, or by the id in a signed bearer token. */
export type SessionClaim = { tokenHash: Buffer } | { sessionId: string }
