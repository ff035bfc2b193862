import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeFakeStorage } from '#testing/fake-storage.ts'

const stored = new Map<string, string>()
let requested: string[]
let me: () => Response

beforeEach(() => {
  stored.clear()
  requested = []
  me = () => Response.json({ bands: [{ bandId: 'a' }, { bandId: 'b' }] })
  vi.resetModules()
  vi.useFakeTimers({ now: Date.UTC(2027, 2, 10, 12) })
  vi.stubGlobal('localStorage', makeFakeStorage({ entries: stored }))
  vi.stubGlobal('fetch', async (address: string) => {
    requested.push(address)
    return address === '/api/me' ? me() : Response.json([])
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function requestsOf(pathname: string, search = '') {
  const { prefetchFirstReads } = await import('./first-reads.ts')
  requested = []
  await prefetchFirstReads({ pathname, search })
  return requested
}

const upcomingRange = 'startDate=2027-03-10&endDate=2027-04-10'
const yearRange = 'startDate=2027-03-10&endDate=2028-03-10'
const marchRange = 'startDate=2027-03-01&endDate=2027-04-04'
const mayRange = 'startDate=2027-04-26&endDate=2027-06-06'

it('the prefetch of /calendar requests the upcoming events of the selected band, and its calendar for the month in the address, or for this month without a valid one', async () => {
  stored.set('gaffer.selectedBandId', 'b')
  const events = `/api/bands/b/events?${upcomingRange}`
  expect(await requestsOf('/calendar')).toEqual(['/api/me', `/api/bands/b/calendar?${marchRange}`, events])
  expect(await requestsOf('/calendar', '?month=2027-05')).toContain(`/api/bands/b/calendar?${mayRange}`)
  expect(await requestsOf('/calendar', '?month=soon')).toContain(`/api/bands/b/calendar?${marchRange}`)
})

it('if the address has the id of a band of the user, the prefetch requests data of that band; with another id, the prefetch requests data of the selected band', async () => {
  stored.set('gaffer.selectedBandId', 'b')
  expect(await requestsOf('/songs', '?band=a')).toEqual(['/api/me', '/api/bands/a/songs'])
  expect(await requestsOf('/songs', '?band=other')).toEqual(['/api/me', '/api/bands/b/songs'])
})

it.each([
  ['/calendar/', [`/api/me/events?${marchRange}`, `/api/me/events?${upcomingRange}`]],
  ['/dashboard', []],
  ['/songs', []],
  ['/profile', ['/api/settings']],
  ['/profile/notices', ['/api/me/notice-settings']],
  ['/notices', ['/api/me/notices']],
])('with two bands and none selected, the prefetch of %s requests only the user’s own data', async (path, own) => {
  expect(await requestsOf(path)).toEqual(['/api/me', ...own])
})

it('without a stored selection the prefetch of /songs and /dashboard requests data of the user’s only band', async () => {
  me = () => Response.json({ bands: [{ bandId: 'a' }] })
  expect(await requestsOf('/songs')).toEqual(['/api/me', '/api/bands/a/songs'])
  expect(await requestsOf('/dashboard')).toEqual([
    '/api/me',
    `/api/bands/a/events?${upcomingRange}`,
    `/api/bands/a/events?${yearRange}`,
    '/api/bands/a/songs',
    '/api/bands/a/setlists',
  ])
})

it('the prefetch of an event page requests the event and its answers, and only /api/me if the user is no member of the band', async () => {
  const event = '/api/bands/b/events/e1'
  expect(await requestsOf('/bands/b/events/e1')).toEqual(['/api/me', event, `${event}/answers`])
  expect(await requestsOf('/bands/c/events/e1')).toEqual(['/api/me'])
})

it('the prefetch requests no data of a stored band that the member has left', async () => {
  stored.set('gaffer.selectedBandId', 'c')
  expect(await requestsOf('/songs')).toEqual(['/api/me'])
})

it('without a session the prefetch requests only /api/me', async () => {
  stored.set('gaffer.selectedBandId', 'a')
  me = () => Response.json({}, { status: 401 })
  expect(await requestsOf('/calendar')).toEqual(['/api/me'])
})

it('the prefetch requests nothing while a sign-out has not reached the server', async () => {
  stored.set('gaffer.signOutOwed', 'yes')
  expect(await requestsOf('/calendar')).toEqual([])
})

it('with a selected band, /admin, which has no first reads of its own, prefetches only /api/me', async () => {
  stored.set('gaffer.selectedBandId', 'a')
  expect(await requestsOf('/admin')).toEqual(['/api/me'])
})
