// Pages whose reads fail, are late or arrive after a save: saved and stored data stays on screen.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import { todayInLondon } from '@gaffer/domain/shared/dates'
import type { Page } from '@playwright/test'
import type { AppServer } from './app-server.ts'
import { createAndSelectBand } from './calendar-steps.ts'
import { startFaultProxy, type ReadFault } from './fault-proxy.ts'
import { expect, test } from './fixtures.ts'
import { waitForServiceWorker } from './shell-steps.ts'
import { songRow } from './songs-steps.ts'

test.use({ serviceWorkers: 'allow' })

/** Creates a band with a practice today and a song, and reads their pages through the proxy. */
async function readBand(page: Page, demo: AppServer) {
  const proxy = await startFaultProxy(demo.url)
  const band = await createAndSelectBand(page, demo)
  const path = `/api/bands/${band.id}`
  await band.api('post', `${path}/songs`, { title: 'Dakota', artist: 'Us' })
  /** Adds a practice and opens its page. */
  const openPractice = async () => {
    const practice = await band.api<CalendarEntry>('post', `${path}/events`, {
      type: 'practice',
      title: 'Tonight',
      date: todayInLondon(new Date()),
      startTime: '19:00',
      location: 'Mill Lane',
      notes: 'Bring the lights',
      asksAnswers: true,
    })
    const eventPage = `${proxy.url}/bands/${band.id}/events/${practice.id}`
    await page.goto(eventPage)
    await expect(tick(page)).toBeVisible()
    await page.waitForLoadState('networkidle')
    return { eventPage, path: `${path}/events/${practice.id}` }
  }
  await page.goto(`${proxy.url}/songs`)
  await expect(songRow(page, 'Dakota')).toBeVisible()
  await waitForServiceWorker(page)
  return { proxy, band, openPractice }
}

const tick = (page: Page) => page.getByRole('checkbox', { name: 'Dakota practised' })
const answer = (page: Page, name: string) => page.getByRole('radio', { name })

async function editNotes(page: Page, notes: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Edit event' })
  await form.getByLabel('Notes').fill(notes)
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
}

const delayBy = (ms: number) => () => new Promise<void>((resolve) => setTimeout(resolve, ms))
const faults: [name: string, fault: ReadFault][] = [
  ['get 500', { status: 500 }],
  ['get 503', { status: 503 }],
  ['are cut off', { isCut: true }],
  ['are three seconds late', { arrives: delayBy(3000) }],
]

test('an edit, an answer and a tick stay on the page when all reads after them get 500 or 503, are cut off or are three seconds late, and the reads do not repeat in a loop', async ({
  page,
  demo,
  allowErrors,
}) => {
  allowErrors(/500|503|ERR_/)
  const { proxy, band, openPractice } = await readBand(page, demo)
  for (const [name, fault] of faults) {
    await test.step(`the reads ${name}`, async () => {
      const { path } = await openPractice()
      const countReads = proxy.setReadFault(fault)
      await editNotes(page, 'Bring the rug')
      await answer(page, 'Yes').check()
      await tick(page).check()
      const readSaved = async () => {
        const { notes, myAnswer } = await band.api<CalendarEntry>('get', path)
        const { songIds } = await band.api<{ songIds: string[] }>('get', `${path}/practised`)
        return { notes, myAnswer, ticks: songIds.length }
      }
      await expect.poll(readSaved).toEqual({ notes: 'Bring the rug', myAnswer: 'yes', ticks: 1 })
      await expect.poll(countReads).toBeGreaterThan(0)

      // Waits longer than the delay and the first retries.
      const before = countReads()
      for (let second = 0; second < 5; second += 1) {
        await expect(page.getByText('Bring the rug')).toBeVisible()
        await expect(answer(page, 'Yes')).toBeChecked()
        await expect(tick(page)).toBeChecked()
        await page.waitForTimeout(1000)
      }
      expect(countReads() - before).toBeLessThan(40)
      proxy.setReadFault(null)
    })
  }
  await page.close()
  proxy.stop()
})

test('a page that is opened again shows its data before any read has arrived, and a read that began before a save and arrives after it does not undo the save', async ({
  page,
  demo,
}) => {
  const { proxy, openPractice } = await readBand(page, demo)
  const { eventPage } = await openPractice()
  const opening = Promise.withResolvers<void>()
  proxy.setReadFault({ arrives: () => opening.promise })
  await page.goto(`${proxy.url}/songs`)
  await expect(songRow(page, 'Dakota')).toBeVisible()
  await page.goto(eventPage)
  await expect(page.getByText('Bring the lights')).toBeVisible()
  await expect(tick(page)).not.toBeChecked()
  opening.resolve()
  await page.waitForLoadState('networkidle')

  const saving = Promise.withResolvers<void>()
  const countHeld = proxy.setReadFault({ arrives: () => saving.promise })
  await page.reload()
  await expect(page.getByText('Bring the lights')).toBeVisible()
  await expect.poll(countHeld).toBeGreaterThan(0)
  proxy.setReadFault(null)
  await editNotes(page, 'Bring the rug')
  await expect(page.getByText('Bring the rug')).toBeVisible()
  saving.resolve()
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('Bring the rug')).toBeVisible()
  await page.close()
  proxy.stop()
})
