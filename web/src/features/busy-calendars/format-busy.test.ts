import { expect, it } from 'vitest'
import { formatBusy, isBusyOn } from './format-busy.ts'

const kit = (date: string, endDate: string | null, startTime: string | null, endTime: string | null) => ({
  membershipId: '0190a000-0000-7000-8000-00000000000a',
  displayName: 'Kit',
  date,
  endDate,
  startTime,
  endTime,
})

it.each([
  ['14:00', '16:00', 'Kit: busy 2–4 PM'],
  ['11:00', '13:30', 'Kit: busy 11 AM–1:30 PM'],
  ['00:00', '09:00', 'Kit: busy until 9 AM'],
  ['20:00', '00:00', 'Kit: busy from 8 PM'],
  [null, null, 'Kit: busy all day'],
])('a busy time from %s to %s on one day reads %s', (startTime, endTime, text) => {
  expect(formatBusy(kit('2027-03-05', null, startTime, endTime), '2027-03-05')).toBe(text)
})

it('a busy time over several days names the part on each day', () => {
  const weekend = kit('2027-03-05', '2027-03-07', '17:00', '12:00')
  expect(['04', '05', '06', '07', '08'].map((day) => isBusyOn(weekend, `2027-03-${day}`))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
  expect(['05', '06', '07'].map((day) => formatBusy(weekend, `2027-03-${day}`))).toEqual([
    'Kit: busy from 5 PM',
    'Kit: busy all day',
    'Kit: busy until 12 PM',
  ])
})

it('a busy time past midnight is on both days', () => {
  const night = kit('2027-03-05', null, '22:00', '02:00')
  expect([isBusyOn(night, '2027-03-05'), isBusyOn(night, '2027-03-06')]).toEqual([true, true])
  expect(formatBusy(night, '2027-03-06')).toBe('Kit: busy until 2 AM')
})
