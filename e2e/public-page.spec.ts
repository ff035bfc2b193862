import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import type { CalendarEntry } from '@gaffer/domain/events/event'
import { expectAccessible, expectAccessibleAtEveryWidth } from './axe.ts'
import { createAndSelectBand } from './calendar-steps.ts'
import { expect, signIn, test } from './fixtures.ts'
import type { AppServer } from './app-server.ts'

const ros = '+447700900101'
const inTenDays = addDays(todayInLondon(new Date()), 10)

async function waitForConfirmationLink(server: AppServer, address: string): Promise<string> {
  let text = ''
  await expect(async () => {
    const inbox = await fetch(`${server.url}/dev/inbox?format=json&to=${encodeURIComponent(address)}`)
    text = ((await inbox.json()) as { text: string }[])[0]?.text ?? ''
    expect(text).toContain('/enquiry/')
  }).toPass()
  const [link = '', token = ''] = /http\S+\/enquiry\/(\S+)/.exec(text) ?? []
  server.keepOutOfLogs(token)
  return link
}

test('an owner turns the public page on, a visitor without scripts asks for a date, and the owner pencils it', async ({
  page,
  context,
  demo,
  browser,
  allowErrors,
}) => {
  // The preview blocks all scripts, also Playwright's own.
  allowErrors(/Blocked script execution in 'about:srcdoc'/)
  await signIn(context, demo, ros)
  await page.goto(`${demo.url}/dashboard`)
  const { id: bandId } = await createAndSelectBand(page, demo)
  const gig = {
    type: 'public_gig',
    date: inTenDays,
    startTime: '20:00',
    venue: 'The Crown, Hull',
    title: 'Our secret name',
  }
  const added = await context.request.post(`${demo.url}/api/bands/${bandId}/events`, { data: gig })
  expect(((await added.json()) as CalendarEntry).isListed).toBe(false)

  await page.goto(`${demo.url}/admin?tab=page`)
  await page.getByLabel('Our secret name').check()
  await expect(page.getByText('You can have it')).toBeVisible()
  await page.getByLabel('The page is on').check()
  await page.getByLabel('About the band').fill('Loud and in tune.')
  await page.getByRole('button', { name: 'Save Page' }).click()
  await expect(page.getByText('Your page is saved').first()).toBeVisible()
  await expect(page.frameLocator('iframe').getByText('Loud and in tune.')).toBeVisible()
  await expectAccessible(page)

  const visitor = await browser.newContext({ javaScriptEnabled: false })
  const poster = await visitor.newPage()
  await poster.goto(`${demo.url}/b/side-project`)
  await expect(poster.getByText('The Crown, Hull')).toBeVisible()
  await expect(poster.getByText('Our secret name')).toHaveCount(0)
  await poster.getByLabel('Your name').fill('Bea')
  await poster.getByLabel('Your email address').fill('bea@example.org')
  await poster.getByLabel('What is it for?').fill('Wedding of Bea')
  await poster.getByLabel('Date 1').fill(addDays(inTenDays, 1))
  await poster.getByLabel('What should we know?').fill('Two sets, please.')
  await poster.getByRole('button', { name: 'Send' }).click()
  // A form that was filled in within seconds is shown again and must be sent a second time.
  if (await poster.getByText('That was quick').isVisible()) await poster.getByRole('button', { name: 'Send' }).click()
  await expect(poster.getByRole('heading', { name: 'Please look into your mail' })).toBeVisible()
  await poster.goto(await waitForConfirmationLink(demo, 'bea@example.org'))
  await poster.getByRole('button', { name: 'Send' }).click()
  await expect(poster.getByRole('heading', { name: 'Side Project has your enquiry' })).toBeVisible()
  await visitor.close()

  const enquiry = page.getByRole('region', { name: 'Wedding of Bea' })
  await expect(enquiry.getByText('Two sets, please.')).toBeVisible()
  await expect(enquiry.getByRole('link', { name: 'Answer' })).toHaveAttribute(
    'href',
    /^mailto:bea@example\.org\?subject=/,
  )
  await expectAccessible(page)
  await enquiry.getByRole('button', { name: 'Pencil it' }).click()
  await page
    .getByRole('button', { name: /Show 1 earlier|Show/ })
    .or(enquiry.getByRole('link', { name: 'Open the event' }))
    .first()
    .waitFor()
  await enquiry.getByRole('link', { name: 'Open the event' }).click()
  await expect(page.getByRole('heading', { name: 'Wedding of Bea' }).first()).toBeVisible()
})

test('a public page is accessible in both themes at every width and prints on one A4 sheet, and another web site can show its embed in a frame', async ({
  page,
  context,
  demo,
}) => {
  await signIn(context, demo, ros)
  await page.goto(`${demo.url}/dashboard`)
  const { id: bandId } = await createAndSelectBand(page, demo)
  const path = `${demo.url}/api/bands/${bandId}`
  const gig = { type: 'public_gig', date: inTenDays, startTime: '20:00', venue: 'The Crown, Hull', isListed: true }
  const ticket = { ticketUrl: 'https://tickets.example/1', priceText: '£8' }
  await context.request.post(`${path}/events`, { data: { ...gig, ...ticket, title: 'Gig' } })
  const slug = `framed-${bandId.slice(-8)}`
  const texts = {
    bio: 'Loud and in tune. '.repeat(50),
    hometown: 'Hull',
    links: [{ label: 'Listen', url: 'https://l.example/' }],
  }
  const saved = await context.request.put(`${path}/public-page`, {
    data: { ...texts, isOn: true, slug, acceptsEnquiries: true },
  })
  expect(saved.status()).toBe(200)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto(`${demo.url}/b/${slug}`)
    await expectAccessibleAtEveryWidth(page)
  }
  const pages = /\/Count (\d+)/.exec((await page.pdf({ preferCSSPageSize: true })).toString('latin1'))
  expect(pages?.[1], 'sheets of A4').toBe('1')

  const elsewhere = createServer((_, reply) => {
    reply.setHeader('content-type', 'text/html')
    reply.end(`<title>Elsewhere</title><iframe title="Gigs" src="${demo.url}/b/${slug}/embed"></iframe>`)
  })
  await once(elsewhere.listen(0, '127.0.0.1'), 'listening')
  await page.goto(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/`)
  await expect(page.frameLocator('iframe').getByText('The Crown, Hull')).toBeVisible()
  elsewhere.close()
})
