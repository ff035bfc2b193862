// What other features ask about the choices of members.

import { groupOfKind, type NoticeKind, type NoticeSettings } from '@gaffer/domain/notice'
import type { Db } from '#platform/db/connection.ts'
import type { AuthenticatedUser, Unsubscriber } from '#platform/verified-identities.ts'
import { findNoticeEmail } from '#features/notice-emails/service.ts'
import { findSettings, turnOffMails } from './settings-store.ts'

export async function readNoticeSettings(db: Db, { userId }: AuthenticatedUser): Promise<NoticeSettings> {
  return { ...(await findNoticeEmail(db, userId)), ...(await findSettings(db, userId)) }
}

/** Whether the user chose mail for notices of this kind. */
export async function wantsMail(db: Db, userId: string, kind: NoticeKind): Promise<boolean> {
  return (await findSettings(db, userId)).groups[groupOfKind[kind]].email
}

export async function unsubscribe(db: Db, { userId, group }: Unsubscriber): Promise<void> {
  await turnOffMails(db, userId, group)
}
