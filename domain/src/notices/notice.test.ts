import { expect, test } from 'vitest'
import {
  defaultNoticeSettings,
  noticeGroupByKind,
  noticeGroups,
  noticeKinds,
  NoticeSettings,
  NoticeSettingsInput,
} from './notice.ts'

test('there are 21 kinds of notices, and each belongs to a known group', () => {
  expect(noticeKinds).toHaveLength(21)
  for (const kind of noticeKinds) expect(noticeGroups).toContain(noticeGroupByKind[kind])
  expect(noticeGroupByKind['answer.nudge']).toBe('asked')
  expect(noticeGroupByKind['event.cancelled']).toBe('changes')
  expect(noticeGroupByKind['songs.added']).toBe('news')
})

test('by default all groups except band news are sent by push and mail, and none by text', () => {
  expect(NoticeSettings.parse(defaultNoticeSettings)).toEqual(defaultNoticeSettings)
  const { news, ...others } = defaultNoticeSettings.groups
  expect(news).toEqual({ push: false, email: false, sms: false })
  for (const ways of Object.values(others)) expect(ways).toEqual({ push: true, email: true, sms: false })
})

test('NoticeSettingsInput accepts a change of one part alone, and refuses an incomplete part and unknown fields', () => {
  const { groups, reminders } = defaultNoticeSettings
  expect(NoticeSettingsInput.parse({ groups, reminders })).toEqual({ groups, reminders })
  expect(NoticeSettingsInput.parse({ reminders })).toEqual({ reminders })
  expect(NoticeSettingsInput.safeParse({ groups: { asked: groups.asked } }).success).toBe(false)
  expect(NoticeSettingsInput.safeParse({ groups: { ...groups, asked: { push: true } } }).success).toBe(false)
  expect(NoticeSettingsInput.safeParse({ email: 'ros@example.com' }).success).toBe(false)
})
