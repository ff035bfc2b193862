import { defaultNoticeSettings, type NoticeSettings, type NoticeSettingsInput } from '@gaffer/domain/notices/notice'
import type { Db } from '#platform/db/connection.ts'
import { preparedCommand, preparedRequiredRow } from '#platform/db/prepared-query.ts'
import { literal, sql, type Sql } from '#platform/db/statement.ts'
import type { UnsubscribeLinkHolder } from '#platform/verified-identities.ts'

const defaultGroups = `'${JSON.stringify(defaultNoticeSettings.groups)}'::jsonb`
const defaultReminders = `'${JSON.stringify(defaultNoticeSettings.reminders)}'::jsonb`

type Choices = boolean | { [name: string]: Choices }

/** SQL: the stored choices with exactly the fields of `defaults`. Missing fields get their default, unknown ones are dropped. */
function withDefaultsSql(stored: string, defaults: Choices): string {
  if (typeof defaults === 'boolean') return `coalesce(${stored}, '${defaults}')`
  const fields = Object.entries(defaults).map(
    ([name, value]) => `'${name}', ${withDefaultsSql(`${stored} -> '${name}'`, value)}`,
  )
  return `jsonb_build_object(${fields.join(', ')})`
}

/** SQL of the groups that apply to a user whose row of notice_settings is `s`. */
export const groupsSql = withDefaultsSql('s.groups', defaultNoticeSettings.groups)
export const remindersSql = withDefaultsSql('s.reminders', defaultNoticeSettings.reminders)

/** The stored choices with exactly the fields of `defaults`. Missing fields get their default, unknown ones are dropped. */
function withDefaults(stored: Sql, defaults: Choices): Sql {
  if (typeof defaults === 'boolean') return sql`coalesce(${stored}, ${literal(String(defaults))})`
  const fields = Object.entries(defaults).map(
    ([name, value]) => sql`${literal(name)}, ${withDefaults(sql`${stored} -> ${literal(name)}`, value)}`,
  )
  return sql`jsonb_build_object(${fields.reduce((all, next) => sql`${all}, ${next}`)})`
}

/** The groups that apply to a user whose row of notice_settings is `s`. */
export const groups = withDefaults(sql`s.groups`, defaultNoticeSettings.groups)
export const reminders = withDefaults(sql`s.reminders`, defaultNoticeSettings.reminders)

/** The user's choices, or the defaults. */
export const readGroupsAndReminders = preparedRequiredRow<
  Pick<NoticeSettings, 'groups' | 'reminders'>,
  { userId: string }
>(`
  select ${groupsSql} as groups, ${remindersSql} as reminders
  from (select) one left join notice_settings s on s.user_id = $userId`)

const upsert = preparedCommand(`
  insert into notice_settings (user_id, groups, reminders)
  values ($userId, coalesce($groups::jsonb, ${defaultGroups}), coalesce($reminders::jsonb, ${defaultReminders}))
  on conflict (user_id) do update set changed_at = now(),
    groups = coalesce($groups::jsonb, notice_settings.groups),
    reminders = coalesce($reminders::jsonb, notice_settings.reminders)`)

/** Stores the given parts; a part that is left out stays as it is. */
export async function upsertNoticeSettings(
  db: Db,
  userId: string,
  { groups, reminders }: NoticeSettingsInput,
): Promise<void> {
  await upsert(db, {
    userId,
    groups: groups ? JSON.stringify(groups) : null,
    reminders: reminders ? JSON.stringify(reminders) : null,
  })
}

/** Turns off the mails of one group, in one statement: a parallel change of the other choices is kept. */
export const turnOffMailsOfGroup = preparedCommand<UnsubscribeLinkHolder>(`
  insert into notice_settings as s (user_id, groups, reminders)
  values ($userId, jsonb_set(${defaultGroups}, array[$group, 'email'], 'false'), ${defaultReminders})
  on conflict (user_id) do update set changed_at = now(),
    groups = jsonb_set(${groupsSql}, array[$group, 'email'], 'false')`)
