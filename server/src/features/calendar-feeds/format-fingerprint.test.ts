import { expect, test } from 'vitest'
import { aBand, aPractice } from '#testing/builders.ts'
import { useTestServer } from '#testing/test-server.ts'
import { calendarText, formatFingerprint } from './calendar-text.ts'

const server = useTestServer()

test.each([
  ['CONFIRMED', 'TENTATIVE'],
  ['CANCELLED', 'CONFIRMED'],
  ['DTEND;', 'DTSTOP;'],
  ['\r\n ', '\r\n\t'],
  ['\\,', ','],
  ['PT1H', 'PT2H'],
  ['(Another band)', 'with Another band'],
  ['Somebody:', 'Somebody'],
])('a calendar writer that replaces %j with %j has another format fingerprint', (written, otherwise) => {
  const format = formatFingerprint((calendar) => calendarText(calendar).replaceAll(written, otherwise))
  expect(format).not.toBe(formatFingerprint(calendarText))
})

test("a feed's ETag starts with the format fingerprint", async () => {
  const dee = await server().createUser()
  const band = await aBand(dee)
  await aPractice(dee, band.id)
  const { urls } = (await dee.get(`/api/bands/${band.id}/calendar/url`)).body
  const { headers } = await server().newClient().get(new URL(urls.full).pathname)
  expect(headers.get('etag')).toContain(`W/"${formatFingerprint(calendarText)}.`)
})
