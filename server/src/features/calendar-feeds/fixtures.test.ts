// The events of calendar files from other programs are added by the API, and read back with ical.js.

import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { bandEventTypes } from '@gaffer/domain/shared/event-type'
import { createTestBand } from '#testing/builders.ts'
import { eventInstantsFromIcs, eventPayloadsFromIcs, type EventInstants } from '#testing/read-calendar-file.ts'
import { testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

const sortBySummary = (events: EventInstants[]) => events.toSorted((a, b) => (a.summary < b.summary ? -1 : 1))

test.each(['google-calendar.ics', 'apple-calendar.ics', 'outlook.ics'])(
  'the events of %s that were added through the API keep their start and end in the full feed and the export',
  async (file) => {
    const text = readFileSync(new URL(`../../testing/fixtures/${file}`, import.meta.url), 'utf8')
    const dee = await server().createUser()
    const band = await createTestBand(dee)
    await dee.patch(`/api/bands/${band.id}`, { allowedEventTypes: bandEventTypes })
    for (const payload of eventPayloadsFromIcs(text)) {
      const { title, date, endDate, startTime, endTime, isAllDay } = payload
      const { status, body } = await dee.post(`/api/bands/${band.id}/events`, payload)
      expect(status).toBe(201)
      expect(body).toMatchObject({ title, date, endDate, startTime, endTime, isAllDay })
    }
    const { urls } = (await dee.get(`/api/bands/${band.id}/calendar/url`)).body
    // Feeds contain the last year only: set the clock to the winter of the files.
    const winter = new Date('2026-01-15T12:00:00Z')
    vi.useFakeTimers({ toFake: ['Date'], now: winter })
    testClock.set(winter)
    const feed = await server().newClient().get(new URL(urls.full).pathname)
    vi.useRealTimers()
    testClock.reset()
    expect(sortBySummary(eventInstantsFromIcs(feed.text))).toEqual(sortBySummary(eventInstantsFromIcs(text)))
    const exported = await dee.get(`/api/bands/${band.id}/calendar/export/ical?includePrivate=true`)
    expect(sortBySummary(eventInstantsFromIcs(exported.text))).toEqual(sortBySummary(eventInstantsFromIcs(text)))
  },
)
