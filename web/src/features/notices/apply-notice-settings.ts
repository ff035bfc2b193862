// How changed notice settings look before the server has stored them.

import type { NoticeSettings, NoticeSettingsInput } from '@gaffer/domain/notices/notice'
import { registerChangeAppliers } from '#lib/shown-changes.ts'

registerChangeAppliers({
  'PUT /api/me/notice-settings': {
    reads: ['GET /api/me/notice-settings'],
    apply: ({ reply, change, stored }) =>
      stored ?? applyNoticeSettings(reply as NoticeSettings, change.body as NoticeSettingsInput),
  },
})

/** A part that is left out stays as it is. */
export function applyNoticeSettings(
  shown: NoticeSettings,
  { groups = shown.groups, reminders = shown.reminders }: NoticeSettingsInput,
): NoticeSettings {
  return { ...shown, groups, reminders }
}
