import { beforeAll, expect, test } from 'vitest'
import type { Band } from '@gaffer/domain/bands/band'
import { createTestBand, createTestGig, createTestPractice, createTestDaysAway, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { eventInstantsFromIcs } from '#testing/read-calendar-file.ts'
import { useTestServer } from '#testing/test-server.ts'
import { formatContentDisposition } from '#http/pages/content-disposition.ts'

const server = useTestServer()

let dee: TestClient, kit: TestClient, band: Band, foxes: Band

beforeAll(async () => {
  dee = await server().createUser({ firstName: 'Dee' })
  kit = await server().createUser({ firstName: 'Kit' })
  band = await createTestBand(dee, { name: 'Motörhead / "Live"' })
  await joinBand(dee, band.id, kit)
  foxes = await createTestBand(dee, { name: 'Foxes' })
  await createTestGig(dee, band.id, { title: 'Launch', date: '2019-03-01', notes: 'INTERNAL' })
  await createTestPractice(dee, band.id, { title: 'Practice' })
  await createTestDaysAway(kit, band.id, { title: 'Hull' })
  await createTestDaysAway(dee, band.id, { title: 'Own' })
  await createTestPractice(dee, foxes.id, { title: 'Fox practice' })
  const off = await createTestGig(dee, band.id, { title: 'Called off' })
  await dee.delete(`/api/bands/${band.id}/events/${off.id}`)
})

test.each([
  ['', ['Launch']],
  ['?includePrivate=false&memberOnly=false', ['Launch']],
  ['?includePrivate=true', ['Dee: Own', 'Kit: Hull', 'Launch', 'Practice']],
  ['?memberOnly=true', ['Dee: Own', 'Fox practice (Foxes)']],
  ['?includePrivate=true&memberOnly=true', ['Dee: Own', 'Fox practice (Foxes)']],
])(
  'the calendar export with query %j has exactly the entries %j, whatever their date, and no deleted event',
  async (query, expected) => {
    const { status, headers, text } = await dee.get(`/api/bands/${band.id}/calendar/export/ical${query}`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(
      eventInstantsFromIcs(text)
        .map(({ summary }) => summary.replace(/^Dee Drums/, 'Dee'))
        .sort(),
    ).toEqual(expected)
    if (!query.includes('true')) expect(text).not.toContain('INTERNAL')
  },
)

test.each([
  ['full', '?includePrivate=true'],
  ['member', '?memberOnly=true'],
  ['public', ''],
])(
  'the %s feed and the export with query %j link events to the event page, days away to the calendar, and all entries of a public calendar to the landing page',
  async (kind, query) => {
    const { publicUrl } = server().services.config
    const { urls } = (await dee.get(`/api/bands/${band.id}/calendar/url`)).body
    const bandId = kind === 'member' ? foxes.id : band.id
    for (const path of [`/api/bands/${band.id}/calendar/export/ical${query}`, new URL(urls[kind]).pathname]) {
      const text = (await dee.get(path)).text.replaceAll('\r\n ', '')
      const entries = Array.from(text.matchAll(/^UID:(.*)@gaffer\r$[^]*?^CATEGORIES:(.*)\r$/gm), ([, id, type]) => ({
        id,
        type,
      }))
      expect(entries).not.toEqual([])
      const pages = entries.map(({ id, type }) => {
        if (kind === 'public') return '/'
        return type === 'Unavailable' ? `/calendar?event=${id}` : `/bands/${bandId}/events/${id}`
      })
      expect(text.match(/^URL:.*$/gm)).toEqual(pages.map((page) => `URL:${publicUrl}${page}`))
    }
  },
)

test('the file name of the calendar export is the band name in ASCII and in UTF-8', async () => {
  const { headers } = await dee.get(`/api/bands/${band.id}/calendar/export/ical`)
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="Motorhead Live.ics"; filename*=UTF-8''Mot%C3%B6rhead%20Live.ics`,
  )
})

test.each([
  ['The Night Buses', 'filename="The Night Buses.ics"'],
  ['AC/DC', 'filename="AC DC.ics"'],
  ['../../etc/passwd', 'filename="etc passwd.ics"'],
  ['"; filename=evil.exe', 'filename="; filename=evil.exe.ics"'],
  ['a\\b:c*d?e<f>g|h', 'filename="a b c d e f g h.ics"'],
  ['  -rf .', 'filename="rf.ics"'],
  ['東京', `filename="calendar.ics"; filename*=UTF-8''%E6%9D%B1%E4%BA%AC.ics`],
  ['Ümlaut (live)', `filename="Umlaut (live).ics"; filename*=UTF-8''%C3%9Cmlaut%20%28live%29.ics`],
  ["Don't ½ stop", `filename="Don't 1 2 stop.ics"; filename*=UTF-8''Don%27t%20%C2%BD%20stop.ics`],
  ['...', 'filename="calendar.ics"'],
  ['???', 'filename="calendar.ics"'],
])('the Content-Disposition for a band named %j has %s', (name, expected) => {
  expect(formatContentDisposition('attachment', { name, extension: 'ics', defaultName: 'calendar' })).toBe(
    `attachment; ${expected}`,
  )
})

test('the calendar export answers 304 to its ETag until an event changes, and 200 to the ETag of an export with another query', async () => {
  const { id } = await createTestBand(dee, { name: 'Cubs' })
  const gig = await createTestGig(dee, id)
  const path = `/api/bands/${id}/calendar/export/ical`
  const read = (query = '', tag = '') => dee.get(path + query, tag ? { 'if-none-match': tag } : {})
  const tag = (await read()).headers.get('etag') as string
  expect(tag).toMatch(/^W\/"/)
  const again = await read('', tag)
  expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag])
  expect((await read('?includePrivate=true', tag)).status).toBe(200)
  await dee.patch(`/api/bands/${id}/events/${gig.id}`, { title: 'Moved' })
  const changed = await read('', tag)
  expect(changed.status).toBe(200)
  expect(changed.text).toContain('Moved')
})
