// What to play of one practice, open on two phones at once.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { todayInLondon } from '@gaffer/domain/shared/dates'
import type { Page } from '@playwright/test'
import { createAndSelectBand, joinBandAsKit } from './calendar-steps.ts'
import { expect, test } from './fixtures.ts'
import { disableLiveStream } from './shell-steps.ts'

test('two members who tick practised songs at the same time both keep their ticks', async ({
  page,
  demo,
  newContext,
}) => {
  const band = await createAndSelectBand(page, demo)
  const path = `/api/bands/${band.id}`
  for (const title of ['Dakota', 'Ruby']) await band.api('post', `${path}/songs`, { title, artist: 'Us' })
  const practice = await band.api<CalendarEntry>('post', `${path}/events`, {
    type: 'practice',
    title: 'Tonight',
    date: todayInLondon(new Date()),
    startTime: '19:00',
    location: 'Mill Lane',
  })
  const kit = await newContext()
  await joinBandAsKit(kit, demo, band)
  const second = await kit.newPage()
  const tickOf = (on: Page, title: string) => on.getByRole('checkbox', { name: `${title} practised` })
  // Neither phone shows the tick of the other one yet.
  for (const phone of [page, second]) {
    await disableLiveStream(phone)
    await phone.goto(`${demo.url}/bands/${band.id}/events/${practice.id}`)
    await expect(tickOf(phone, 'Ruby')).not.toBeChecked()
  }
  const waitForSave = (on: Page) =>
    on.waitForResponse((response) => response.request().method() !== 'GET' && response.ok())
  await Promise.all([waitForSave(page), tickOf(page, 'Dakota').check()])
  await Promise.all([waitForSave(second), tickOf(second, 'Ruby').check()])
  await second.reload()
  await expect(tickOf(second, 'Ruby')).toBeChecked()
  await expect(tickOf(second, 'Dakota')).toBeChecked()
})
