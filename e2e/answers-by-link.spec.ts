// The links of a notice mail, answer and unsubscribe, in a browser without scripts and without a session.

import type { APIRequestContext } from '@playwright/test'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { expectAccessible } from './axe.ts'
import { startAppServer, type AppServer } from './app-server.ts'
import { expect, signIn, test } from './fixtures.ts'

const [ros, mags] = ['+447700900101', '+447700900102']
const email = 'mags@example.org'

/** Waits for a mail to Mags whose subject matches, and returns the text of the newest. */
async function waitForMail(request: APIRequestContext, { url }: AppServer, subject: RegExp): Promise<string> {
  let text = ''
  await expect(async () => {
    const inbox = await request.get(`${url}/dev/inbox?format=json&to=${email}`)
    const mails = (await inbox.json()) as { subject: string; text: string }[]
    text = mails.find((mail) => subject.test(mail.subject))?.text ?? ''
    expect(text).not.toBe('')
  }).toPass()
  return text
}

const findLink = (text: string, label: string) => new RegExp(`^${label}: (\\S+)$`, 'm').exec(text)?.[1] as string

test('the links in a mail answer an event and unsubscribe the member, without scripts and without a sign-in', async ({
  newContext,
  browser,
  contextOptions,
  viewport,
}) => {
  const server = await startAppServer('demo', { NOTICE_QUIET_HOURS: 'off', NOTICE_SETTLE_SECONDS: '0' })
  try {
    const [owner, member] = [await newContext(), await newContext()]
    await signIn(member, server, mags)
    await member.request.post(`${server.url}/api/me/email`, { data: { email } })
    const code = (await waitForMail(member.request, server, /is your Gaffer code/)).slice(0, 6)
    await member.request.post(`${server.url}/api/me/email/verify`, { data: { code } })

    await signIn(owner, server, ros)
    const { bands } = await (await owner.request.get(`${server.url}/api/me`)).json()
    const events = `${server.url}/api/bands/${bands[0].bandId}/events`
    const gig = {
      type: 'gig',
      title: 'Fenton, late slot',
      date: addDays(todayInLondon(new Date()), 100),
      startTime: '20:00',
      location: 'The Fenton',
    }
    const { id } = await (await owner.request.post(events, { data: { ...gig, asksAnswers: true } })).json()
    const text = await waitForMail(member.request, server, /Fenton, late slot.* · The Night Buses$/)

    const mailClient = await browser.newContext({ ...contextOptions, viewport, javaScriptEnabled: false })
    const page = await mailClient.newPage()
    await page.goto(findLink(text, 'Yes'))
    await expect(page.getByRole('heading')).toHaveText('Can you make it?')
    await page.getByLabel('Comment').fill('With the van')
    await page.getByRole('button', { name: 'Yes' }).click()
    await expect(page.getByRole('heading')).toHaveText('Thanks, Mags. You said Yes.')
    const answers = await (await owner.request.get(`${events}/${id}/answers`)).json()
    expect(answers).toContainEqual(
      expect.objectContaining({ displayName: 'Mags', answer: 'yes', comment: 'With the van', setBy: null }),
    )

    await page.goto(findLink(text, 'Unsubscribe'))
    await page.getByRole('button', { name: 'Stop these mails' }).click()
    await expect(page.getByRole('heading')).toHaveText('No more mail about “Asked of me”')
    const settings = await (await member.request.get(`${server.url}/api/me/notice-settings`)).json()
    expect([settings.groups.asked.email, settings.groups.changes.email]).toEqual([false, true])
    await mailClient.close()

    const checked = await member.newPage()
    for (const colorScheme of ['light', 'dark'] as const) {
      await checked.emulateMedia({ colorScheme })
      await checked.goto(findLink(text, 'No'))
      await expectAccessible(checked)
    }
  } finally {
    await server.stop()
  }
})
