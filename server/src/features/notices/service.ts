import type { EventNoticeRecipient, Notice, NoticeSettings, NoticeSettingsInput } from '@gaffer/domain/notices/notice'
import type { Config } from '#config.ts'
import { readNoticeEmail } from './email-service.ts'
import type { Db } from '#platform/db/connection.ts'
import { notFoundError } from '#platform/refusals.ts'
import type { AuthenticatedUser, MemberContext, UnsubscribeLinkHolder } from '#platform/verified-identities.ts'
import { readPendingBacklog } from './pending-store.ts'
import { readGroupsAndReminders, turnOffMailsOfGroup, upsertNoticeSettings } from './settings-store.ts'
import { countUnread, listNoticePage, hasEvent, listEventNoticeRecipients, markNoticesReadUpTo } from './store.ts'

export async function listNotices(
  db: Db,
  user: AuthenticatedUser,
  { before }: { before?: string | undefined },
): Promise<{ notices: Notice[]; unread: number }> {
  const page = listNoticePage(db, { ...user, before: before ?? null })
  const [notices, { unread }] = await Promise.all([page, countUnread(db, user)])
  return { notices, unread }
}

export function markNoticesRead(db: Db, user: AuthenticatedUser, { upTo }: { upTo: string }): Promise<void> {
  return markNoticesReadUpTo(db, { ...user, upTo })
}

export async function readNoticeSettings(db: Db, { userId }: AuthenticatedUser): Promise<NoticeSettings> {
  return { ...(await readNoticeEmail(db, userId)), ...(await readGroupsAndReminders(db, { userId })) }
}

export async function changeNoticeSettings(
  db: Db,
  user: AuthenticatedUser,
  input: NoticeSettingsInput,
): Promise<NoticeSettings> {
  await upsertNoticeSettings(db, user.userId, input)
  return readNoticeSettings(db, user)
}

export function unsubscribeFromMails(db: Db, unsubscriber: UnsubscribeLinkHolder): Promise<void> {
  return turnOffMailsOfGroup(db, unsubscriber)
}

/** Counts the due causes of notices, and the seconds for which the oldest one has been due. */
export function readNoticeBacklog(
  db: Db,
  { noticeSettleSeconds }: Config,
): Promise<{ waiting: number; oldestWaitSeconds: number }> {
  return readPendingBacklog(db, { settleSeconds: noticeSettleSeconds })
}

/** Lists the recipients of the last notice about the event, and when each of them read it. */
export async function listEventReaders(
  db: Db,
  member: MemberContext,
  eventId: string,
): Promise<EventNoticeRecipient[]> {
  if (!(await hasEvent(db, { ...member, eventId }))) throw notFoundError()
  return listEventNoticeRecipients(db, { ...member, eventId })
}
