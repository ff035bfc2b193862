// Everyday jobs of a band on a phone, each from the dashboard. A job that needs more taps or typed fields than its limits fails.

import type { Locator, Page } from '@playwright/test'
import { addDays, formatDate, todayInLondon } from '@gaffer/domain/shared/dates'
import { startAppServer, type AppServer } from './app-server.ts'
import { readMailedCode, sayNoForDanny } from './everyday-steps.ts'
import { expect, selectDemoBand, signIn, test } from './fixtures.ts'
import { rosPhone } from './shell-steps.ts'

/** The most taps and typed fields of each job. No job has more than ten taps. */
const agreedLimits = {
  'say Yes to a gig': { taps: 1, fields: 0 },
  'answer three dates of an enquiry': { taps: 2, fields: 0 },
  'make a set list of three songs': { taps: 9, fields: 1 },
  'choose the set list of a gig': { taps: 4, fields: 0 },
  'open a set list on stage': { taps: 3, fields: 0 },
  'share a gig sheet by a link': { taps: 4, fields: 0 },
  'add a practice': { taps: 3, fields: 1 },
  'add a gig with its times, address, fee and contact': { taps: 6, fields: 8 },
  'repeat a practice every week': { taps: 5, fields: 2 },
  'mark two days away': { taps: 4, fields: 0 },
  'find two dates and ask about them': { taps: 6, fields: 0 },
  'tick a song as ready': { taps: 2, fields: 0 },
  'veto a song': { taps: 3, fields: 0 },
  'add a song by hand': { taps: 3, fields: 2 },
  'confirm a pencilled gig': { taps: 2, fields: 0 },
  'move a practice by an hour': { taps: 3, fields: 1 },
  'see what to play at the next practice': { taps: 2, fields: 0 },
  'invite a member by text': { taps: 2, fields: 1 },
  'subscribe to the calendar': { taps: 4, fields: 0 },
  'read all notices': { taps: 1, fields: 0 },
  'turn on mail notices': { taps: 3, fields: 2 },
  'connect a calendar': { taps: 4, fields: 2 },
  'ask a dep': { taps: 6, fields: 0 },
} as const
const mostTaps = 10

type Job = keyof typeof agreedLimits
/** The page of a job. `tap` and `type` count towards its limits. */
type CountedPage = {
  page: Page
  main: Locator
  tap: (control: Locator) => Promise<void>
  type: (field: Locator, text: string) => Promise<void>
}

const today = todayInLondon(new Date())
const nextGig = 'Night Buses + guests'
let server: AppServer
test.beforeAll(async () => {
  server = await startAppServer('demo', { SONG_LISTS: 'open', ALLOW_PRIVATE_FETCH: '1' })
})
test.afterAll(() => server.stop())

const countOf = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

/** The jobs run in this order, on one server: a later job uses data that an earlier job added. */
function everydayJob(job: Job, run: (page: CountedPage) => Promise<void>): void {
  const { taps, fields } = agreedLimits[job]
  test(`it takes at most ${countOf(taps, 'tap')} and ${countOf(fields, 'typed field')} to ${job}`, async ({ page }) => {
    await signIn(page.context(), server, rosPhone)
    await selectDemoBand(page.context(), server)
    await page.goto(`${server.url}/dashboard`)
    const used = { taps: 0, fields: 0 }
    await run({
      page,
      main: page.getByRole('main'),
      async tap(control) {
        used.taps += 1
        await control.click()
      },
      async type(field, text) {
        used.fields += 1
        await field.fill(text)
      },
    })
    expect(used.taps, 'taps').toBeLessThanOrEqual(Math.min(taps, mostTaps))
    expect(used.fields, 'typed fields').toBeLessThanOrEqual(fields)
  })
}

const quickAction = (page: Page, name: string) => page.getByRole('list', { name: 'Quick actions' }).getByText(name)
const expectToast = (page: Page, text: string | RegExp) => expect(page.getByText(text).first()).toBeVisible()

everydayJob('say Yes to a gig', async ({ page, tap }) => {
  const answer = page.getByRole('radiogroup', { name: `Your answer to ${nextGig}` })
  // Wait until the answer is stored: the later jobs need the next question on the dashboard.
  const stored = page.waitForResponse((response) => response.url().includes('/answers/') && response.ok())
  await tap(answer.getByRole('radio', { name: 'Yes' }))
  await expect(answer.getByRole('radio', { name: 'Yes' })).toBeChecked()
  await stored
})

everydayJob('answer three dates of an enquiry', async ({ page, tap }) => {
  await tap(page.getByRole('link', { name: /Adelphi.*3 dates to answer/ }))
  await tap(page.getByRole('button', { name: 'All yes' }))
  await expect(page.getByRole('radio', { name: 'Yes', checked: true })).toHaveCount(3)
})

everydayJob('make a set list of three songs', async ({ page, tap, type }) => {
  await tap(quickAction(page, 'Set lists'))
  await tap(page.getByRole('button', { name: 'New set list' }))
  await type(page.getByLabel('Name'), 'Saturday')
  await tap(page.getByRole('button', { name: 'Create' }))
  await tap(page.getByRole('button', { name: 'Add songs and breaks' }))
  const adding = page.getByRole('dialog', { name: 'Add to the set list' })
  for (const title of ['Valerie', 'Dakota', 'Naive']) await tap(adding.getByRole('button', { name: title }))
  await tap(adding.getByRole('button', { name: 'Done' }))
  await tap(page.getByRole('button', { name: 'Save' }))
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
})

everydayJob('choose the set list of a gig', async ({ page, main, tap }) => {
  await tap(main.getByRole('link').filter({ hasText: nextGig }).first())
  await tap(page.getByRole('button', { name: 'Gig sheet and history' }))
  await tap(page.getByRole('combobox', { name: 'Choose a set list' }))
  await tap(page.getByRole('option', { name: 'Saturday' }))
  await expect(page.getByRole('combobox', { name: 'Choose a set list' })).toHaveCount(0)
})

everydayJob('open a set list on stage', async ({ page, main, tap }) => {
  await tap(quickAction(page, 'Set lists'))
  await tap(main.getByRole('link', { name: /^Saturday/ }))
  await tap(page.getByRole('link', { name: 'Stage view' }))
  await expect(page.getByText(/^1 of 3/)).toBeVisible()
})

everydayJob('share a gig sheet by a link', async ({ page, main, tap }) => {
  await tap(main.getByRole('link').filter({ hasText: nextGig }).first())
  await tap(page.getByRole('button', { name: 'Gig sheet and history' }))
  await tap(page.getByRole('button', { name: 'Share by link' }))
  await tap(page.getByRole('button', { name: 'Make link' }))
  const link = await page.getByLabel('Link').inputValue()
  server.keepOutOfLogs(link.split('/sheet/')[1] as string)
})

everydayJob('move a practice by an hour', async ({ page, main, tap, type }) => {
  await tap(main.getByRole('link').filter({ hasText: 'Practice' }).filter({ hasText: 'Old Chapel' }).first())
  await tap(page.getByRole('button', { name: 'Edit' }).first())
  const form = page.getByRole('dialog', { name: 'Edit event' })
  await type(form.getByRole('textbox', { name: 'Start time' }), '8')
  await tap(form.getByRole('button', { name: 'Save' }))
  await expectToast(page, 'Event updated successfully')
})

everydayJob('see what to play at the next practice', async ({ page, main, tap }) => {
  await tap(main.getByRole('link').filter({ hasText: 'Old Chapel' }).first())
  await tap(page.getByRole('link', { name: 'Open page' }))
  await expect(page.getByRole('list', { name: 'What to play' })).toBeVisible()
})

everydayJob('add a practice', async ({ page, tap, type }) => {
  await tap(quickAction(page, 'Add event'))
  const form = page.getByRole('dialog', { name: 'New event' })
  await type(form.getByRole('textbox', { name: 'Start time' }), '7')
  await tap(form.getByRole('group', { name: 'Recent places' }).getByRole('button').first())
  await tap(form.getByRole('button', { name: 'Add event' }))
  await expectToast(page, 'Event created successfully')
})

everydayJob('add a gig with its times, address, fee and contact', async ({ page, tap, type }) => {
  await tap(quickAction(page, 'Add event'))
  const form = page.getByRole('dialog', { name: 'New event' })
  await tap(form.getByRole('combobox', { name: 'Type' }))
  await tap(page.getByRole('option', { name: 'Public Gig' }))
  await type(form.getByRole('textbox', { name: 'Date', exact: true }), formatDate(addDays(today, 60)))
  await type(form.getByRole('textbox', { name: 'Start time' }), '8')
  await type(form.getByRole('textbox', { name: 'End time' }), '11')
  await type(form.getByLabel('Venue'), 'The Adelphi, Hull')
  await tap(form.getByText('More for this gig'))
  await type(form.getByLabel('Address'), '89 De Grey Street, Hull')
  await type(form.getByLabel('Fee in pounds'), '350')
  await type(form.getByRole('textbox', { name: /^Name/ }), 'Paul')
  await type(form.getByLabel('Phone'), '01482 496 018')
  await tap(form.getByRole('button', { name: 'Add event' }))
  await expectToast(page, 'Event created successfully')
})

everydayJob('repeat a practice every week', async ({ page, tap, type }) => {
  await tap(quickAction(page, 'Add event'))
  const form = page.getByRole('dialog', { name: 'New event' })
  await tap(form.getByRole('combobox', { name: 'Repeat' }))
  await tap(page.getByRole('option', { name: /^Every \w+day$/ }))
  await type(form.getByRole('textbox', { name: 'Until' }), formatDate(addDays(today, 70)))
  await type(form.getByRole('textbox', { name: 'Start time' }), '7')
  await tap(form.getByRole('group', { name: 'Recent places' }).getByRole('button').first())
  await tap(form.getByRole('button', { name: /^Add \d+ events/ }))
  await expectToast(page, /\d+ events added/)
})

everydayJob('mark two days away', async ({ page, tap }) => {
  await tap(quickAction(page, "I'm away"))
  const sheet = page.getByRole('dialog', { name: "I'm away" })
  for (const days of [12, 19]) {
    const day = sheet.locator(`[data-date="${addDays(today, days)}"]`)
    await tap(day)
  }
  await tap(sheet.getByRole('button', { name: 'Save 2 days away' }))
  await expectToast(page, '2 days away saved')
})

everydayJob('find two dates and ask about them', async ({ page, tap }) => {
  await tap(quickAction(page, 'Find a date'))
  const days = page.getByRole('dialog', { name: 'Find a date' }).getByRole('button', { name: /^(Fri|Satur)day \d/ })
  await tap(days.nth(0))
  await tap(days.nth(1))
  await tap(page.getByRole('button', { name: 'Ask about these 2' }))
  const form = page.getByRole('dialog', { name: 'New event' })
  await tap(form.getByRole('group', { name: 'Recent places' }).getByRole('button').first())
  await tap(form.getByRole('button', { name: 'Pencil 2 dates' }))
  await expectToast(page, '2 dates pencilled')
})

everydayJob('tick a song as ready', async ({ page, tap }) => {
  await tap(quickAction(page, 'Practice list'))
  await tap(page.getByRole('button', { name: 'Your readiness for Ruby: Working' }))
  await expect(page.getByRole('button', { name: 'Your readiness for Ruby: Ready' })).toBeVisible()
})

everydayJob('veto a song', async ({ page, tap }) => {
  await tap(quickAction(page, 'Practice list'))
  await tap(page.getByRole('button', { name: /^Shout/ }))
  await tap(page.getByRole('switch', { name: 'Veto' }))
  await expect(page.getByRole('button', { name: /^Shout.*Vetoed by 1 member/ })).toBeVisible()
})

everydayJob('add a song by hand', async ({ page, main, tap, type }) => {
  await tap(main.getByRole('link', { name: 'Add song' }))
  await tap(page.getByRole('button', { name: 'Add by hand' }))
  await type(page.getByLabel('Title'), 'Parklife')
  await type(page.getByLabel('Artist'), 'Blur')
  await tap(page.getByRole('button', { name: 'Add song', exact: true }))
  await expect(page.getByRole('button', { name: /^Parklife/ })).toBeVisible()
})

everydayJob('confirm a pencilled gig', async ({ page, main, tap }) => {
  await tap(main.getByRole('link').filter({ hasText: 'cousin' }).first())
  await tap(page.getByRole('button', { name: 'Confirm event' }))
  await expectToast(page, 'Event confirmed')
})

everydayJob('invite a member by text', async ({ page, main, tap, type }) => {
  await tap(main.getByRole('link', { name: 'Invite' }).last())
  const card = page.getByRole('region', { name: 'Invite by phone' })
  await type(card.getByLabel('Phone number'), '07700 900901')
  await tap(card.getByRole('button', { name: 'Send invite' }))
  await expectToast(page, 'Invite sent!')
})

everydayJob('subscribe to the calendar', async ({ page, tap }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await tap(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Calendar' }))
  await tap(page.getByRole('button', { name: 'Subscribe and export' }))
  await tap(page.getByRole('menuitem', { name: 'Subscribe' }))
  const dialog = page.getByRole('dialog', { name: 'Subscribe' })
  server.keepOutOfLogs((await dialog.getByLabel('Address').inputValue()).split('/feeds/')[1] as string)
  await tap(dialog.getByRole('button', { name: 'Copy' }))
  await expectToast(page, 'Calendar URL copied')
})

everydayJob('read all notices', async ({ page, tap }) => {
  await tap(page.getByRole('link', { name: /^Notices/ }).first())
  await expect(page.getByRole('region', { name: 'Today' }).getByRole('listitem').first()).toBeVisible()
})

everydayJob('turn on mail notices', async ({ page, tap, type }) => {
  const email = 'ros.new@example.com'
  await tap(page.getByRole('link', { name: /^Notices/ }).first())
  await tap(page.getByRole('link', { name: 'Notice settings' }))
  await type(page.getByLabel('Your email address'), email)
  await tap(page.getByRole('button', { name: 'Send code' }))
  await type(page.getByLabel('Verification code'), await readMailedCode(page, server, email))
  await expectToast(page, 'Your email address is verified')
})

everydayJob('connect a calendar', async ({ page, tap, type }) => {
  const inbox = await (await page.request.get(`${server.url}/dev/inbox`, { headers: { accept: 'text/html' } })).text()
  await tap(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Calendar' }))
  await tap(page.getByRole('button', { name: 'Subscribe and export' }))
  await tap(page.getByRole('menuitem', { name: 'Connect a calendar' }))
  const form = page.getByRole('dialog', { name: 'Connect a calendar' })
  await type(form.getByLabel('Secret iCal address'), /A calendar to connect: <code>([^<]+)/.exec(inbox)?.[1] ?? '')
  await type(form.getByLabel('Name'), 'Work')
  await tap(form.getByRole('button', { name: 'Connect' }))
  await expectToast(page, 'Calendar connected')
})

everydayJob('ask a dep', async ({ page, main, tap }) => {
  await sayNoForDanny(page, server, nextGig)
  await page.reload()
  await tap(main.getByRole('button', { name: 'Show All' }))
  await tap(main.getByRole('link').filter({ hasText: nextGig }).first())
  await tap(page.getByRole('link', { name: 'Open page' }))
  await tap(page.getByRole('button', { name: 'Find a dep' }))
  const form = page.getByRole('dialog', { name: 'Find a dep' })
  await tap(form.getByRole('list', { name: 'Dep book' }).getByRole('button', { disabled: false }).first())
  await tap(form.getByRole('button', { name: /^Ask / }))
  await expect(page.getByRole('article').filter({ hasText: 'Asked' })).toBeVisible()
})
