// Recording in the app, with the browser's fake microphone, and playback of the recording.

import type { CalendarEntry } from '@gaffer/domain/events/event'
import type { Recording } from '@gaffer/domain/recordings/recording'
import { todayInLondon } from '@gaffer/domain/shared/dates'
import { headlessShellOptions } from './browsers.ts'
import { createAndSelectBand } from './calendar-steps.ts'
import { expect, test } from './fixtures.ts'
import { waitForServiceWorker } from './shell-steps.ts'
import { addRecording } from './upload-steps.ts'

const microphone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']
test.use({ launchOptions: { ...headlessShellOptions, args: [...(headlessShellOptions.args ?? []), ...microphone] } })

test('a recording survives leaving the page, goes on being sent when the app is opened again on another page, is stored after the member presses Everybody agreed, and its player stays open on other pages', async ({
  page,
  demo,
  allowErrors,
}) => {
  // The first recording of a band is refused until the member confirms.
  allowErrors(/400 \(Bad Request\).*\/recordings\)$/)
  allowErrors(/ERR_FAILED.*\/uploads/)
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
  const eventUrl = `${demo.url}/bands/${band.id}/events/${practice.id}`
  await page.goto(eventUrl)
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByText('0:02')).toBeVisible()
  await page.getByRole('list', { name: 'Songs to mark' }).getByRole('button', { name: 'Ruby' }).click()
  await expect(page.getByRole('checkbox', { name: 'Ruby practised' })).toBeChecked()
  // A piece ends after five seconds, or later in a busy browser.
  await expect(page.getByText(/^0:(0[5-9]|1\d) saved on this device$/)).toBeVisible()
  await page.getByRole('button', { name: 'Stop recording' }).click()
  await expect(page.getByText('only on this device')).toBeVisible()

  await page.goto('about:blank')
  await page.goto(eventUrl)
  await page.route('**/uploads', (route) => route.abort())
  await page.getByRole('button', { name: /^Send Tonight/ }).click()
  await expect(page.getByRole('progressbar', { name: /^Upload of Tonight/ })).toBeVisible()
  await page.goto('about:blank')
  await page.unroute('**/uploads')
  await page.goto(`${demo.url}/dashboard`)
  await page.getByRole('button', { name: 'Everybody agreed' }).click()
  await expect.poll(() => band.api<Recording[]>('get', `${path}/recordings`)).toHaveLength(1)
  await page.goto(eventUrl)
  await expect(page.getByText('only on this device')).toBeHidden()
  const list = page.getByRole('list', { name: 'Recordings' })
  await list.getByRole('button', { name: /^Play Tonight/ }).click()
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
  const [recording] = await band.api<Recording[]>('get', `${path}/recordings`)
  expect(recording).toMatchObject({ eventId: practice.id, marks: [{ atSeconds: expect.any(Number) }] })
  expect(recording?.seconds).toBeGreaterThan(4)

  await page
    .getByRole('list', { name: 'Songs in this recording' })
    .getByRole('button', { name: /Ruby$/ })
    .first()
    .click()
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByRole('region', { name: 'Playing' })).toBeVisible()
  await page.getByRole('button', { name: 'Close the player' }).click()
  await expect(page.getByRole('region', { name: 'Playing' })).toBeHidden()
})

test('on a phone, the length of a recording that is not sent yet takes one line', async ({ page, demo }) => {
  const { id, api } = await createAndSelectBand(page, demo)
  const practice = { type: 'practice', date: todayInLondon(new Date()), startTime: '19:00', location: 'Mill Lane' }
  const event = await api<CalendarEntry>('post', `/api/bands/${id}/events`, practice)
  await page.goto(`${demo.url}/bands/${id}/events/${event.id}`)
  await page.getByRole('button', { name: 'Record', exact: true }).click()
  await expect(page.getByText('0:01').first()).toBeVisible()
  await page.getByRole('button', { name: 'Stop recording' }).click()
  const length = page.getByText('only on this device')
  await expect(length).toBeVisible()
  expect((await length.boundingBox())?.height).toBeLessThan(30)
})

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('without a network a recording that is kept on this phone plays, the End key moves to its end, and it can be removed from the phone', async ({
    page,
    demo,
    allowErrors,
  }) => {
    allowErrors(/ERR_INTERNET_DISCONNECTED/)
    const band = await createAndSelectBand(page, demo)
    await addRecording(page, demo, band.id, { name: 'Slow take' })
    await page.goto(`${demo.url}/bands/${band.id}/recordings`)
    const more = page.getByRole('button', { name: 'More about Slow take' })
    await more.click()
    await page.getByRole('menuitem', { name: 'Keep on this phone' }).click()
    await expect(page.getByText(/· on this phone$/)).toBeVisible()

    await waitForServiceWorker(page)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Play Slow take' }).click()
    const place = page.getByRole('slider', { name: 'Place in the recording' })
    await expect(place).toHaveAttribute('aria-valuetext', /^0:0[1-9] of 1:00$/)
    await place.focus()
    await page.keyboard.press('End')
    await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible()

    await more.click()
    await page.getByRole('menuitem', { name: 'Remove from this phone' }).click()
    await expect(page.getByText(/· on this phone$/)).toBeHidden()
    await page.context().setOffline(false)
  })
})
