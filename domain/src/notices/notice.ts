// Kinds of notices, their groups, and the ways of delivery that a member chooses for each group.

import { messages } from '@gaffer/domain/shared/messages'
import * as z from 'zod/mini'
import { Id, Timestamp } from '@gaffer/domain/shared/common-schemas'
import { limits } from '@gaffer/domain/shared/limits'
import { createRequiredLineSchema } from '@gaffer/domain/shared/plain-text'

/** The groups of notices. Members choose the ways of delivery (push, mail, text) for each group. */
export const noticeGroups = ['asked', 'changes', 'reminders', 'news'] as const
export type NoticeGroup = (typeof noticeGroups)[number]

export const noticeGroupLabels: Record<NoticeGroup, string> = {
  asked: 'Asked of me',
  changes: 'Changes',
  reminders: 'Reminders',
  news: 'Band news',
}

/** The group of each kind. `answer.withdrawn`: a member's answer to a gig changed from Yes to No; for admins and owners. */
export const noticeGroupByKind = {
  'event.added': 'changes',
  'event.changed': 'changes',
  'event.confirmed': 'changes',
  'event.cancelled': 'changes',
  'event.restored': 'changes',
  'answer.asked': 'asked',
  'answer.nudge': 'asked',
  'answer.withdrawn': 'changes',
  'lift.changed': 'changes',
  'enquiry.received': 'asked',
  reminder: 'reminders',
  'member.joined': 'news',
  'member.left': 'news',
  'songs.added': 'news',
  'access.changed': 'news',
  'calendar.failing': 'news',
  'recording.expiring': 'reminders',
  'note.mentioned': 'asked',
  'note.added': 'changes',
  'content.hidden': 'changes',
  'money.paid': 'news',
} as const satisfies Record<string, NoticeGroup>

export type NoticeKind = keyof typeof noticeGroupByKind
export const noticeKinds = Object.keys(noticeGroupByKind) as [NoticeKind, ...NoticeKind[]]

/** `url` is a path of this app, such as "/bands/…/events/…". `bandId` is null for notices about the account itself. */
export const Notice = z.strictObject({
  id: Id,
  kind: z.enum(noticeKinds),
  bandId: z.nullable(Id),
  bandName: z.nullable(z.string()),
  eventId: z.nullable(Id),
  title: z.string(),
  body: z.string(),
  url: z.string(),
  createdAt: Timestamp,
  readAt: z.nullable(Timestamp),
})
export type Notice = z.infer<typeof Notice>

/** A recipient of the last notice about an event; `readAt` is null until the recipient has read it. */
export const EventNoticeRecipient = z.strictObject({
  membershipId: Id,
  displayName: z.string(),
  readAt: z.nullable(Timestamp),
})
export type EventNoticeRecipient = z.infer<typeof EventNoticeRecipient>

/** The email address to send notices to. */
export const NoticeEmailInput = z.strictObject({
  email: createRequiredLineSchema(limits.emailLength, messages.emailInvalid).check(z.email(messages.emailInvalid)),
})

/** The ways of delivery besides the list of notices in the app, which has every notice. */
export const noticeDeliveryWays = ['push', 'email', 'sms'] as const
export type NoticeDeliveryWay = (typeof noticeDeliveryWays)[number]

const ChosenWays = z.strictObject({ push: z.boolean(), email: z.boolean(), sms: z.boolean() })
const WaysByGroup = z.strictObject({ asked: ChosenWays, changes: ChosenWays, reminders: ChosenWays, news: ChosenWays })
const ChosenReminders = z.strictObject({ eveningBefore: z.boolean(), gigMorning: z.boolean() })

/**
 * `email` is the address for notices, which is not the address of a Google account. It gets mail once it is verified. `emailProblem`
 * is a sentence for the profile after a mail to the address bounced.
 */
export const NoticeSettings = z.strictObject({
  email: z.nullable(z.string()),
  emailVerified: z.boolean(),
  emailProblem: z.nullable(z.string()),
  groups: WaysByGroup,
  reminders: ChosenReminders,
})
export type NoticeSettings = z.infer<typeof NoticeSettings>

/** PUT of the settings. A part that is left out stays as it is. */
export const NoticeSettingsInput = z.strictObject({
  groups: z.optional(WaysByGroup),
  reminders: z.optional(ChosenReminders),
})
export type NoticeSettingsInput = z.output<typeof NoticeSettingsInput>

/** The settings of a member who has not chosen yet. Texts are off, because they cost the operator money. */
export const defaultNoticeSettings: NoticeSettings = {
  email: null,
  emailVerified: false,
  emailProblem: null,
  groups: {
    asked: { push: true, email: true, sms: false },
    changes: { push: true, email: true, sms: false },
    reminders: { push: true, email: true, sms: false },
    news: { push: false, email: false, sms: false },
  },
  reminders: { eveningBefore: true, gigMorning: true },
}
