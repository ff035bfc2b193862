// Each tab has its own band: actions in another tab change neither the band nor the unsaved entries of this tab.

import { setTimeout as sleep } from 'node:timers/promises'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { Page } from '@playwright/test'
import { createBand, dateInEmptyMonth } from './calendar-steps.ts'
import { expect, test } from './fixtures.ts'

type OtherBand = { url: string; id: string; name: string; eventPath: string }

const actions: [action: string, own: string, other: string, act: (tab: Page, band: OtherBand) => Promise<void>][] = [
  [
    "a link to another band's event",
    'The Larks',
    'The Wrens',
    async (tab, { url, eventPath }) => {
      await tab.goto(url + eventPath)
      await expect(tab.getByRole('heading', { name: 'Elsewhere' })).toBeVisible()
    },
  ],
  [
    'a link that names another band, as in its notices,',
    'The Kites',
    'The Terns',
    async (tab, { url, id, name }) => {
      await tab.goto(`${url}/dashboard?band=${id}#top`)
      await expect(tab.getByRole('heading', { level: 1 })).toHaveText(name)
      await expect(tab).toHaveURL(`${url}/dashboard#top`)
    },
  ],
  [
    'switching the band',
    'The Rooks',
    'The Jays',
    async (tab, { url, name }) => {
      await tab.goto(`${url}/dashboard`)
      await tab.getByRole('button', { name: 'Open menu' }).click()
      await tab.getByRole('button', { name: /Switch band/ }).click()
      await tab.getByRole('menuitem', { name }).click()
      await expect(tab.getByRole('heading', { level: 1 })).toHaveText(name)
    },
  ],
]

for (const [action, own, name, act] of actions) {
  test(`${action} in another tab changes neither the band nor the unsaved entries of this tab, and a reload keeps its band`, async ({
    page,
    demo,
    context,
  }) => {
    const { api } = await createBand(page, demo, own)
    const other = await api<{ id: string }>('post', '/api/bands', { name, displayName: 'Ros' })
    const event = await api<CalendarEntry>('post', `/api/bands/${other.id}/events`, {
      type: 'practice',
      title: 'Elsewhere',
      date: dateInEmptyMonth(18),
      startTime: '19:00',
      location: 'Mill Lane',
    })
    await page.goto(`${demo.url}/admin`)
    await page.getByRole('main').getByRole('button', { name: own }).click()
    await expect(page.getByLabel('Band Name')).toHaveValue(own)
    await page.getByLabel('Description').fill('Half written')

    const second = await context.newPage()
    await act(second, { url: demo.url, id: other.id, name, eventPath: `/bands/${other.id}/events/${event.id}` })
    await second.goto(`${demo.url}/admin`)
    await expect(second.getByLabel('Band Name')).toHaveValue(name)
    // Waits long enough for a storage event from the second tab to change the first tab.
    await sleep(1000)
    await expect(page.getByLabel('Band Name')).toHaveValue(own)
    await expect(page.getByLabel('Description')).toHaveValue('Half written')

    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(page.getByLabel('Band Name')).toHaveValue(own)
  })
}
