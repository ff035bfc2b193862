import { expect, it } from 'vitest'
import { aNotice } from '#testing/notice-fixture.ts'
import { groupNoticesByDay } from './notices-page.tsx'

it('notices are grouped by their day in London: today, yesterday, and dates before', () => {
  const at = (createdAt: string) => aNotice({ createdAt })
  // In summer London is an hour ahead of UTC.
  const [late, early, before, old] = [
    at('2027-06-30T23:30:00.000Z'),
    at('2027-06-30T23:05:00.000Z'),
    at('2027-06-30T22:30:00.000Z'),
    at('2027-06-29T12:00:00.000Z'),
  ]
  expect(groupNoticesByDay([late, early, before, old], '2027-07-01')).toEqual([
    { label: 'Today', notices: [late, early] },
    { label: 'Yesterday', notices: [before] },
    { label: 'Tuesday 29 June', notices: [old] },
  ])
})
