// Pages of a server with NODE_ENV=production and providers set by an operator.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { startFakeSmtp } from '@gaffer/fakes/smtp'
import { startFakeTwilio, type FakeTwilio } from '@gaffer/fakes/twilio'
import { expect, test } from './fixtures.ts'
import { startAppServer, type AppServer } from './app-server.ts'

const number = '+447400123456'

/** Serves a fake Google Maps script that suggests two towns for any input. Answers 500 until `repair` is called. */
async function startFakeMaps(): Promise<{
  server: Server
  url: string
  requestCount: () => number
  repair: () => void
}> {
  let requestCount = 0
  let isBroken = true
  const script = `
    class AutocompleteSessionToken {}
    const named = (text) => ({ placePrediction: { text: { text } } })
    const AutocompleteSuggestion = {
      fetchAutocompleteSuggestions: async ({ input }) => ({ suggestions: [named(input + ' Bridge'), named(input + ' Moor')] }),
    }
    globalThis.google = { maps: { importLibrary: async () => ({ AutocompleteSessionToken, AutocompleteSuggestion }) } }
    globalThis[new URL(document.currentScript.src).searchParams.get('callback')]()`
  const server = createServer((_, response) => {
    requestCount += 1
    response.writeHead(isBroken ? 500 : 200, { 'content-type': 'text/javascript' }).end(script)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { server, url: `http://127.0.0.1:${port}`, requestCount: () => requestCount, repair: () => (isBroken = false) }
}

async function signInAsFounder(page: Page, server: AppServer, sms: FakeTwilio): Promise<void> {
  await page.goto(/http:\S+\/invite\/\S+/.exec(server.readOutput())?.[0] as string)
  await page.getByRole('button', { name: 'Accept Invitation' }).click()
  await page.getByLabel('Mobile number').fill(number)
  await page.getByRole('button', { name: 'Send verification code' }).click()
  await expect.poll(() => sms.messages().length).toBe(1)
  const code = /\b\d{6}\b/.exec(sms.messages()[0]?.text ?? '')?.[0] as string
  server.keepOutOfLogs(code)
  await page.getByLabel('Verification code').fill(code)
  await expect(page.getByRole('heading', { name: 'Complete Your Profile' })).toBeVisible()
}

test('in production a failing Google Maps script is requested four times, the page says that it failed, and towns are suggested once it loads; a session parameter is not shown and does not change the signed-in user', async ({
  page,
  allowErrors,
}) => {
  allowErrors(/status of (401|404|500)/)
  const [sms, mail, maps] = await Promise.all([startFakeTwilio(), startFakeSmtp(), startFakeMaps()])
  const server = await startAppServer('empty', {
    NODE_ENV: 'production',
    SMS_PROVIDER: 'twilio',
    TWILIO_API_URL: sms.url,
    TWILIO_ACCOUNT_SID: sms.accountSid,
    TWILIO_AUTH_TOKEN: sms.authToken,
    TWILIO_FROM: sms.from,
    SMTP_URL: mail.url,
    MAIL_FROM: mail.from,
    GOOGLE_MAPS_API_KEY: 'browser-key',
    GOOGLE_MAPS_URL: maps.url,
  })
  try {
    // The settings are delayed, so that the field gets the focus before the page has read whether the server has a maps key.
    const settings = Promise.withResolvers<void>()
    await page.route('**/api/settings', async (route) => {
      await settings.promise
      await route.continue()
    })
    await signInAsFounder(page, server, sms)
    await page.getByText('Hometown, instrument and picture').click()
    const hometown = page.getByLabel('Hometown')
    await hometown.focus()
    settings.resolve()
    await expect(page.getByText('Failed to load location services')).toBeVisible()
    await expect(page.getByText('You can still type your hometown manually')).toBeVisible()
    // The first request and three retries.
    expect(maps.requestCount()).toBe(4)
    maps.repair()
    await hometown.fill('Hebden')
    await page.getByRole('option', { name: 'Hebden Bridge' }).click()
    await expect(hometown).toHaveValue('Hebden Bridge')

    const readMe = async () => (await page.request.get(`${server.url}/api/me`)).json()
    const before = await readMe()
    expect(before).toMatchObject({ user: { phone: number } })
    for (const path of ['/auth-success', '/test-auth', '/oauth-result']) {
      await page.goto(`${server.url}${path}?session=attackers-session-0123456789`)
      await expect(page).toHaveURL(`${server.url}${path}`)
      await expect(page.getByText('answered 200')).toBeVisible()
      expect(await page.content()).not.toContain('attackers-session')
      expect(await readMe()).toEqual(before)
    }
  } finally {
    await server.stop()
    await Promise.all([sms.close(), mail.close()])
    maps.server.close()
  }
})
