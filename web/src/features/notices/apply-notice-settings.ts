// Optimistic updates: applies changes of the notice settings that the server has not stored yet to the cached reply.

import type { NoticeSettings, NoticeSettingsInput } from '@gaffer/domain/notices/notice'
import { registerChangeAppliers } from '#lib/shown-changes.ts'

registerChangeAppliers({
  'PUT /api/me/notice-settings': {
    reads: ['GET /api/me/notice-settings'],
    apply: ({ reply, change, stored }) =>
      stored ?? applyNoticeSettings(reply as NoticeSettings, change.body as NoticeSettingsInput),
  },
})

/** Returns the settings with the changed parts replaced. A part that the change leaves out stays. */
export function applyNoticeSettings(
  shown: NoticeSettings,
  { groups = shown.groups, reminders = shown.reminders }: NoticeSettingsInput,
): NoticeSettings {
  return { ...shown, groups, reminders }
}
