import {
  defaultNoticeSettings,
  type NoticeGroup,
  type NoticeSettings,
  type NoticeSettingsInput,
} from '@gaffer/domain/notice'
import type { Db } from '#platform/db/connection.ts'
import { preparedQuery } from '#platform/db/prepared-query.ts'

export type ChosenSettings = Pick<NoticeSettings, 'groups' | 'reminders'>

const selection = preparedQuery<ChosenSettings>(`select groups, reminders from notice_settings where user_id = $userId`)

/** The user's choices, or the defaults. */
export async function findSettings(db: Db, userId: string): Promise<ChosenSettings> {
  const { groups, reminders } = defaultNoticeSettings
  const [row] = await selection(db, { userId })
  return row ?? { groups, reminders }
}

const upsert = preparedQuery(`
  insert into notice_settings (user_id, groups, reminders)
  values ($userId, coalesce($groups::jsonb, $defaultGroups::jsonb), coalesce($reminders::jsonb, $defaultReminders::jsonb))
  on conflict (user_id) do update set changed_at = now(),
    groups = coalesce($groups::jsonb, notice_settings.groups),
    reminders = coalesce($reminders::jsonb, notice_settings.reminders)`)

/** Stores the given parts; a part that is left out stays as it is. */
export async function updateSettings(
  db: Db,
  userId: string,
  { groups, reminders }: NoticeSettingsInput,
): Promise<void> {
  await upsert(db, {
    userId,
    groups: groups ? JSON.stringify(groups) : null,
    reminders: reminders ? JSON.stringify(reminders) : null,
    ...defaults,
  })
}

const defaults = {
  defaultGroups: JSON.stringify(defaultNoticeSettings.groups),
  defaultReminders: JSON.stringify(defaultNoticeSettings.reminders),
}

const mailsOff = preparedQuery(`
  insert into notice_settings (user_id, groups, reminders)
  values ($userId, jsonb_set($defaultGroups::jsonb, array[$group, 'email'], 'false'), $defaultReminders)
  on conflict (user_id) do update set changed_at = now(),
    groups = jsonb_set(notice_settings.groups, array[$group, 'email'], 'false')`)

/** Turns off the mails of one group, in one statement: a parallel change of the other choices is kept. */
export async function turnOffMails(db: Db, userId: string, group: NoticeGroup): Promise<void> {
  await mailsOff(db, { userId, group, ...defaults })
}
