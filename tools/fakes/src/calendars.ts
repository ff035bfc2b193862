// A fake of a calendar service: serves iCalendar files by secret address, with ETags and conditional requests (RFC 9110 section 13).

import { createHash } from 'node:crypto'
import { addFaultInjection, type FaultControl } from './faults.ts'
import { createFakeServer } from './loopback.ts'

export type FakeCalendars = FaultControl & {
  url: string
  /** The URL of a member's work calendar: busy on Tuesday and Thursday afternoons, on one evening and on three whole days. */
  exampleUrl: string
  /** Serves the text; returns its address. */
  put(path: string, text: string): string
  /** The status of each response, oldest first. Injected faults are left out. */
  responses(): { path: string; status: number }[]
  close(): Promise<void>
}

/** The default port. It is the same at each start, so that the address of the example survives a restart. */
const defaultPort = 31_313
const examplePath = '/work-3f1c9a/basic.ics'

/** Listens on 127.0.0.1, on `port` or, if it is taken, on any free port. */
export async function startFakeCalendars({ port = defaultPort } = {}): Promise<FakeCalendars> {
  const files = new Map([[examplePath, createExampleCalendar(new Date())]])
  const responses: { path: string; status: number }[] = []
  const app = createFakeServer()
  const faults = addFaultInjection(
    app,
    (status) => ({ error: status }),
    () => false,
  )
  app.get('/*', async (request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const text = files.get(path)
    const etag = `"${createHash('sha256')
      .update(text ?? '')
      .digest('hex')}"`
    const isCurrent = text !== undefined && request.headers['if-none-match'] === etag
    const status = text === undefined ? 404 : isCurrent ? 304 : 200
    responses.push({ path, status })
    reply.code(status)
    if (status === 404) return 'Not Found'
    reply.headers({ etag, 'content-type': 'text/calendar; charset=utf-8' })
    return isCurrent ? '' : text
  })
  const url = await listen()
  return {
    ...faults,
    url,
    exampleUrl: url + examplePath,
    put(path, text) {
      files.set(path, text)
      return url + path
    },
    responses: () => responses,
    close: () => app.close(),
  }

  async function listen(): Promise<string> {
    try {
      return await app.listen({ host: '127.0.0.1', port })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      return app.listen({ host: '127.0.0.1', port: 0 })
    }
  }
}

const dayMs = 86_400_000

function createExampleCalendar(today: Date): string {
  const formatDay = (ahead: number) =>
    new Date(today.getTime() + ahead * dayMs).toISOString().slice(0, 10).replaceAll('-', '')
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Fake calendars//EN',
    'X-WR-CALNAME:Work',
    ...createEntry('workshop', [
      'DTSTART;TZID=Europe/London:20260106T140000',
      'DTEND;TZID=Europe/London:20260106T160000',
      'RRULE:FREQ=WEEKLY;BYDAY=TU,TH',
    ]),
    ...createEntry('theatre', [
      `DTSTART;TZID=Europe/London:${formatDay(8)}T193000`,
      `DTEND;TZID=Europe/London:${formatDay(8)}T223000`,
    ]),
    ...createEntry('leave', [`DTSTART;VALUE=DATE:${formatDay(20)}`, `DTEND;VALUE=DATE:${formatDay(23)}`]),
    'END:VCALENDAR',
    '',
  ]
  return lines.join('\r\n')
}

function createEntry(name: string, times: string[]): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${name}@calendars.example`,
    'DTSTAMP:20260101T000000Z',
    `SUMMARY:Secret ${name}`,
    ...times,
    'END:VEVENT',
  ]
}
