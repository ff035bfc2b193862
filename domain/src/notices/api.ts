import * as z from 'zod/mini'
import { Id } from '@gaffer/domain/shared/common-schemas'
import { defineEndpoint } from '@gaffer/domain/shared/endpoint'
import { noticeMessages } from './notice-messages.ts'
import { EventNoticeRecipient, Notice, NoticeEmailInput, NoticeSettings, NoticeSettingsInput } from './notice.ts'
import { NoticeRecipients } from './notice-recipients.ts'
import { PushDevice, PushSubscriptionInput } from './push-subscription.ts'
import { AnyQuery, SixDigitCode } from '@gaffer/domain/shared/input-schemas'

const UnsubscribeToken = z.string().check(z.maxLength(200))

export const noticesApi = {
  listNotices: defineEndpoint({
    method: 'GET',
    path: '/api/me/notices',
    offline: true,
    summary: "List the caller's notices of the last 90 days, newest first, and count the unread ones",
    query: z.strictObject({ before: z.optional(Id) }),
    status: 200,
    response: z.strictObject({ notices: z.array(Notice), unread: z.int() }),
  }),
  markNoticesRead: defineEndpoint({
    method: 'POST',
    path: '/api/me/notices/read',
    summary: 'Mark a notice and all older ones as read',
    body: z.strictObject({ upTo: Id }),
    status: 204,
    changes: 'notices',
  }),
  readNoticeSettings: defineEndpoint({
    method: 'GET',
    path: '/api/me/notice-settings',
    summary: 'Get which notices reach the caller in which way',
    status: 200,
    response: NoticeSettings,
  }),
  changeNoticeSettings: defineEndpoint({
    method: 'PUT',
    path: '/api/me/notice-settings',
    summary: 'Choose which notices reach the caller in which way; parts left out stay unchanged',
    body: NoticeSettingsInput,
    status: 200,
    response: NoticeSettings,
    changes: 'notices',
  }),
  sendEmailCode: defineEndpoint({
    method: 'POST',
    path: '/api/me/email',
    summary: 'Send a code to an email address, to verify it for notices',
    body: NoticeEmailInput,
    status: 202,
    changes: 'notices',
  }),
  verifyEmail: defineEndpoint({
    method: 'POST',
    path: '/api/me/email/verify',
    summary: 'Verify the email address for notices by the code that was sent to it',
    body: z.strictObject({ code: SixDigitCode }),
    status: 200,
    response: NoticeSettings,
    changes: 'notices',
  }),
  deleteEmail: defineEndpoint({
    method: 'DELETE',
    path: '/api/me/email',
    summary: 'Remove the email address for notices',
    status: 204,
    changes: 'notices',
  }),
  listPushSubscriptions: defineEndpoint({
    method: 'GET',
    path: '/api/me/push-subscriptions',
    summary: "List the caller's devices that get push messages, newest first",
    status: 200,
    response: z.array(PushDevice),
  }),
  addPushSubscription: defineEndpoint({
    method: 'POST',
    path: '/api/me/push-subscriptions',
    summary: "Add this browser's push subscription; the oldest of 21 is removed",
    body: PushSubscriptionInput,
    status: 201,
    response: z.strictObject({ id: Id }),
    idempotent: true,
    changes: 'nothing',
  }),
  deletePushSubscription: defineEndpoint({
    method: 'DELETE',
    path: '/api/me/push-subscriptions/:subscriptionId',
    summary: "Remove one of the caller's push subscriptions",
    status: 204,
    changes: 'nothing',
  }),
  listEventReaders: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/events/:eventId/readers',
    offline: true,
    summary: 'List which members have seen the last notice about an event',
    status: 200,
    response: z.array(EventNoticeRecipient),
  }),
  listNoticeRecipients: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/events/:eventId/notice-recipients',
    summary: 'List who will be told of the changes to an event whose notices are not made yet',
    status: 200,
    response: NoticeRecipients,
  }),
  readNoticeReach: defineEndpoint({
    method: 'GET',
    path: '/api/bands/:bandId/notice-reach',
    summary:
      "List the other members, and whether a notice of a group about one of the band's events would reach them now",
    query: z.strictObject({ group: z.enum(['asked', 'changes'], noticeMessages.reachGroupUnknown) }),
    status: 200,
    response: NoticeRecipients,
  }),
  unsubscribe: defineEndpoint({
    method: 'POST',
    path: '/unsubscribe/:token',
    summary: 'Turn off the mails of a notice group (RFC 8058); the form body is List-Unsubscribe=One-Click',
    params: { token: UnsubscribeToken },
    query: AnyQuery,
    body: z.strictObject({ 'List-Unsubscribe': z.literal('One-Click', noticeMessages.unsubscribeUnclear) }),
    status: 200,
    contentType: 'text/html',
    changes: 'nothing',
  }),
  readUnsubscribePage: defineEndpoint({
    method: 'GET',
    path: '/unsubscribe/:token',
    summary: 'Page of an unsubscribe link; changes nothing',
    params: { token: UnsubscribeToken },
    query: AnyQuery,
    status: 200,
    contentType: 'text/html',
  }),
}
