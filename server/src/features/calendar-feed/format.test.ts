// When a release writes calendars otherwise than the last one, nobody is told that theirs is unchanged.

import { expect, test } from 'vitest'
import { aBand, aPractice } from '#testing/builders.ts'
import { useWorld } from '#testing/world.ts'
import { calendarText } from './calendar-text.ts'
import { formatOf } from './format.ts'

const world = useWorld()

test.each([
  ['CONFIRMED', 'TENTATIVE'],
  ['CANCELLED', 'CONFIRMED'],
  ['DTEND;', 'DTSTOP;'],
  ['\r\n ', '\r\n\t'],
  ['\\,', ','],
  ['PT1H', 'PT2H'],
  ['(Another band)', 'with Another band'],
  ['Somebody:', 'Somebody'],
])('%j written as %j is another format', (written, otherwise) => {
  const format = formatOf((calendar) => calendarText(calendar).replaceAll(written, otherwise))
  expect(format).not.toBe(formatOf(calendarText))
})

test("the format is in a feed's tag", async () => {
  const dee = await world().person()
  const band = await aBand(dee)
  await aPractice(dee, band.id)
  const { urls } = (await dee.get(`/api/bands/${band.id}/calendar/url`)).body
  const { headers } = await world().stranger().get(new URL(urls.full).pathname)
  expect(headers.get('etag')).toContain(`W/"${formatOf(calendarText)}.`)
})
