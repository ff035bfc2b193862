// Deletions are taken back by Undo and from the activity, and a change of an event from its history.

import { formatDate } from '@gaffer/domain/shared/dates'
import { expectAccessible } from './axe.ts'
import { createAndSelectBand, dateInEmptyMonth, joinBandAsKit, openEventDialog } from './calendar-steps.ts'
import { expect, test } from './fixtures.ts'
import { createBandWithSongs, songDisclosureButton, expectSongOrder, openSongs, songRow } from './songs-steps.ts'

test('Undo restores a removed song; the activity restores deleted events, songs and days away, and has no button for what another member restored', async ({
  page,
  demo,
  newContext,
}) => {
  const band = await createBandWithSongs(page, demo, ['Dakota', 'Valerie'])
  const apiAsKit = await joinBandAsKit(await newContext(), demo, band)
  const path = `/api/bands/${band.id}`
  await openSongs(page, demo)
  await songDisclosureButton(page, 'Dakota').click()
  await songRow(page, 'Dakota').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click({ delay: 50 })
  await expect(page.getByText('Song removed from practice list and Spotify playlist', { exact: true })).toBeVisible()
  await expect(page.locator('[data-toast]').getByText('Dakota', { exact: true })).toBeVisible()
  await expectSongOrder(page, ['Valerie'])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Song restored', { exact: true })).toBeVisible()
  await expectSongOrder(page, ['Dakota', 'Valerie'])

  const add = (things: string, body: object) => band.api<{ id: string }>('post', `${path}/${things}`, body)
  const gig = await add('events', { type: 'practice', date: dateInEmptyMonth(20), title: 'Launch', location: 'Unit 4' })
  const away = await add('events', { type: 'unavailable', date: dateInEmptyMonth(22) })
  const setlist = await add('setlists', { name: 'Friday' })
  await band.api('delete', `${path}/events/${gig.id}`)
  await band.api('delete', `${path}/events/${away.id}`)
  await band.api('delete', `${path}/setlists/${setlist.id}`)
  for (const id of band.songs) await apiAsKit('delete', `${path}/songs/${id}`)

  await page.goto(`${demo.url}/admin?tab=members`)
  const activity = page.getByRole('region', { name: 'Activity' })
  const restore = activity.getByRole('button', { name: /^Restore/ })
  await expect(restore).toHaveText(['Restore 2 songs', 'Restore Friday', 'Restore', 'Restore Launch'])
  await expect(activity).toContainText(`Ros removed days away starting on ${formatDate(dateInEmptyMonth(22))}`)
  await expectAccessible(page)
  await activity.getByRole('button', { name: 'Restore Launch' }).click()
  await expect(page.getByText('Event restored', { exact: true })).toBeVisible()
  await expect(activity.getByText(`Ros restored “Launch” on ${formatDate(dateInEmptyMonth(20))}`)).toBeVisible()
  await activity.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(page.getByText('Days away restored', { exact: true })).toBeVisible()
  await activity.getByRole('button', { name: 'Restore 2 songs' }).click()
  await expect(page.getByText('Song restored', { exact: true })).toBeVisible()
  await expect(restore).toHaveText(['Restore Friday'])
  await apiAsKit('post', `${path}/setlists/${setlist.id}/restore`)
  await expect(restore).toHaveCount(0)
  const songs = await band.api<{ title: string }[]>('get', `${path}/songs`)
  expect(songs.map(({ title }) => title)).toEqual(['Dakota', 'Valerie'])
  const events = await band.api<{ id: string }[]>(
    'get',
    `${path}/events?startDate=${dateInEmptyMonth(20)}&endDate=${dateInEmptyMonth(22)}`,
  )
  expect(events.map(({ id }) => id)).toEqual([gig.id, away.id])
})

test('the history of an event shows old and new values, and undoing an earlier change keeps the later one', async ({
  page,
  demo,
  newContext,
}) => {
  const band = await createBandWithSongs(page, demo, [])
  const apiAsKit = await joinBandAsKit(await newContext(), demo, band)
  const events = `/api/bands/${band.id}/events`
  const practice = {
    type: 'practice',
    date: dateInEmptyMonth(20),
    startTime: '19:00',
    endTime: '22:00',
    location: 'Unit 4',
  }
  const { id } = await band.api<{ id: string }>('post', events, practice)
  await apiAsKit('patch', `${events}/${id}`, { date: dateInEmptyMonth(21), startTime: '20:00' })
  await band.api('patch', `${events}/${id}`, { notes: 'Bring leads' })

  await page.goto(`${demo.url}/bands/${band.id}/events/${id}`)
  await page.getByRole('tab', { name: 'History' }).click()
  const history = page.getByRole('tabpanel', { name: 'History' })
  await expect(history).toContainText('Start time: 7 PM → 8 PM')
  await history.getByRole('button', { name: 'Take back' }).nth(1).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Take back this change by')
  await expect(question).toContainText(
    `Date: ${formatDate(dateInEmptyMonth(21))} → ${formatDate(dateInEmptyMonth(20))}`,
  )
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Take back' }).click()
  await expect(page.getByText('Change taken back', { exact: true })).toBeVisible()
  await expect(history.getByText('Start time: 8 PM → 7 PM')).toBeVisible()
  expect(await band.api('get', `${events}/${id}`)).toMatchObject({ ...practice, notes: 'Bring leads', version: 4 })
})

test(
  'after two deletions the first can still be undone; the toasts cover neither the tabs nor more than half of the screen, and Escape closes one',
  { tag: '@desk' },
  async ({ page, demo }) => {
    const band = await createAndSelectBand(page, demo)
    const events = `/api/bands/${band.id}/events`
    const add = (title: string) =>
      band.api<{ id: string }>('post', events, {
        type: 'practice',
        date: dateInEmptyMonth(20),
        title,
        location: 'Unit 4',
      })
    const [launch, second] = [await add('Launch'), await add('Second run')]
    const toasts = page.getByRole('region', { name: 'Notification' }).getByRole('listitem')
    // Toasts stay while another window has the focus: a slow machine needs longer than their ten seconds.
    const holdToasts = () => page.evaluate(() => void window.dispatchEvent(new Event('blur')))
    // Opens the calendar only once: a new document would lose the toasts.
    await page.goto(`${demo.url}/calendar?event=${launch.id}`)
    for (const name of ['Launch', 'Second run']) {
      if (name === 'Second run') await openEventDialog(page, dateInEmptyMonth(20), /Second run/)
      const details = page.getByRole('dialog', { name })
      await details.getByRole('button', { name: 'Delete' }).click()
      await details.getByRole('button', { name: 'Confirm' }).click({ delay: 50 })
      await expect(toasts.filter({ hasText: name })).toBeVisible()
      await holdToasts()
      await expect(details).toHaveCount(0)
    }
    await expect(toasts).toHaveCount(2)
    await page.mouse.move(0, 0)
    // Holds the toasts again, because the mouse has left them.
    await holdToasts()
    await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
    const boxes = await Promise.all((await toasts.all()).map((toast) => toast.boundingBox()))
    const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
    expect(Math.min(...boxes.map((box) => box?.y ?? 0))).toBeGreaterThan(height / 2)
    if (width < 1280) {
      const tabs = await page.getByRole('navigation', { name: 'Main' }).last().boundingBox()
      expect(Math.max(...boxes.map((box) => (box?.y ?? 0) + (box?.height ?? 0)))).toBeLessThanOrEqual(tabs?.y ?? 0)
    }
    await expectAccessible(page)

    await toasts.filter({ hasText: 'Launch' }).getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('Event restored', { exact: true })).toBeVisible()
    await expect(toasts.filter({ hasText: 'Second run' })).toBeVisible()
    expect(await band.api(`get`, `${events}/${launch.id}`)).toMatchObject({ title: 'Launch' })
    await page.keyboard.press('F8')
    await page.keyboard.press('Escape')
    await expect(toasts).toHaveCount(1)
    await toasts.getByRole('button', { name: 'Undo' }).click()
    await expect
      .poll(() => band.api('get', `${events}/${second.id}`).catch(() => null))
      .toMatchObject({ title: 'Second run' })
  },
)
