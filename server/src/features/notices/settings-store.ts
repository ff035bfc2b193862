import * as z from 'zod/mini'
import { defaultNoticeSettings, NoticeSettings, type NoticeSettingsInput } from '@gaffer/domain/notices/notice'
import type { Db } from '#platform/db/connection.ts'
import { command, literal, oneRow, sql, type Sql } from '#platform/db/statement.ts'
import type { UnsubscribeLinkHolder } from '#platform/verified-identities.ts'

const { groups, reminders } = defaultNoticeSettings
const defaultGroups = sql`${literal(JSON.stringify(groups))}::jsonb`
const defaultReminders = sql`${literal(JSON.stringify(reminders))}::jsonb`

const coalesceToDefault = (stored: Sql, byDefault: boolean) => sql`coalesce(${stored}, ${literal(String(byDefault))})`
const chosenWays = (stored: Sql, { push, email, sms }: NoticeSettings['groups']['asked']) => sql`
  jsonb_build_object(
    'push', ${coalesceToDefault(sql`${stored} -> 'push'`, push)}, 'email', ${coalesceToDefault(sql`${stored} -> 'email'`, email)},
    'sms', ${coalesceToDefault(sql`${stored} -> 'sms'`, sms)})`

/**
 * SQL: the groups that apply to a user whose row of notice_settings is `s`. Only the fields of `NoticeSettings` are built: a missing field
 * gets its default, an unknown field is dropped.
 */
export const chosenGroups = sql`
  jsonb_build_object(
    'asked', ${chosenWays(sql`s.groups -> 'asked'`, groups.asked)},
    'changes', ${chosenWays(sql`s.groups -> 'changes'`, groups.changes)},
    'reminders', ${chosenWays(sql`s.groups -> 'reminders'`, groups.reminders)},
    'news', ${chosenWays(sql`s.groups -> 'news'`, groups.news)})`
export const chosenReminders = sql`
  jsonb_build_object(
    'eveningBefore', ${coalesceToDefault(sql`s.reminders -> 'eveningBefore'`, reminders.eveningBefore)},
    'gigMorning', ${coalesceToDefault(sql`s.reminders -> 'gigMorning'`, reminders.gigMorning)})`

/** The user's choices, or the defaults. */
export const readGroupsAndReminders = oneRow(
  z.pick(NoticeSettings, { groups: true, reminders: true }),
  sql<{ userId: string }>`
    select ${chosenGroups} as groups, ${chosenReminders} as reminders
    from (select) one left join notice_settings s on s.user_id = $userId`,
)

const upsertSettings = command(
  sql<{ userId: string; groups: string | null; reminders: string | null }>`
    insert into notice_settings (user_id, groups, reminders, changed_at)
    values ($userId, coalesce($groups::jsonb, ${defaultGroups}), coalesce($reminders::jsonb, ${defaultReminders}), $now)
    on conflict (user_id) do update set changed_at = excluded.changed_at,
      groups = coalesce($groups::jsonb, notice_settings.groups),
      reminders = coalesce($reminders::jsonb, notice_settings.reminders)`,
)

/** Stores the given parts; a part that is left out stays as it is. */
export async function upsertNoticeSettings(db: Db, userId: string, input: NoticeSettingsInput): Promise<void> {
  await upsertSettings(db, {
    userId,
    groups: input.groups ? JSON.stringify(input.groups) : null,
    reminders: input.reminders ? JSON.stringify(input.reminders) : null,
  })
}

/** Turns off the mails of one group, in one statement: a parallel change of the other choices is kept. */
export const turnOffMailsOfGroup = command(
  sql<UnsubscribeLinkHolder>`
    insert into notice_settings as s (user_id, groups, reminders, changed_at)
    values ($userId, jsonb_set(${defaultGroups}, array[$group, 'email'], 'false'), ${defaultReminders}, $now)
    on conflict (user_id) do update set changed_at = excluded.changed_at,
      groups = jsonb_set(${chosenGroups}, array[$group, 'email'], 'false')`,
)
