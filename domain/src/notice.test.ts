import { expect, test } from 'vitest'
import {
  defaultNoticeSettings,
  groupOfKind,
  noticeGroups,
  noticeKinds,
  NoticeSettings,
  NoticeSettingsInput,
} from './notice.ts'

test('every kind of notice belongs to a group', () => {
  expect(noticeKinds).toHaveLength(14)
  for (const kind of noticeKinds) expect(noticeGroups).toContain(groupOfKind[kind])
  expect(groupOfKind['answer.nudge']).toBe('asked')
  expect(groupOfKind['event.cancelled']).toBe('changes')
  expect(groupOfKind['songs.added']).toBe('news')
})

test('without a choice, all groups but band news are pushed and mailed, and none is texted', () => {
  expect(NoticeSettings.parse(defaultNoticeSettings)).toEqual(defaultNoticeSettings)
  const { news, ...others } = defaultNoticeSettings.groups
  expect(news).toEqual({ push: false, email: false, sms: false })
  for (const ways of Object.values(others)) expect(ways).toEqual({ push: true, email: true, sms: false })
})

test('a change of notice settings may have only one part, but each part is complete', () => {
  const { groups, reminders } = defaultNoticeSettings
  expect(NoticeSettingsInput.parse({ groups, reminders })).toEqual({ groups, reminders })
  expect(NoticeSettingsInput.parse({ reminders })).toEqual({ reminders })
  expect(NoticeSettingsInput.safeParse({ groups: { asked: groups.asked } }).success).toBe(false)
  expect(NoticeSettingsInput.safeParse({ groups: { ...groups, asked: { push: true } } }).success).toBe(false)
  expect(NoticeSettingsInput.safeParse({ email: 'ros@example.com' }).success).toBe(false)
})
