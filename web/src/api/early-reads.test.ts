// What is asked for before a page's scripts: who is there first, then what they will see, and nothing of anybody else.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const stored = new Map<string, string>()
let asked: string[]
let me: () => Response

beforeEach(() => {
  stored.clear()
  asked = []
  me = () => Response.json({ bands: [{ bandId: 'a' }, { bandId: 'b' }] })
  vi.resetModules()
  vi.useFakeTimers({ now: Date.UTC(2027, 2, 10, 12) })
  vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null })
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return address === '/api/me' ? me() : Response.json([])
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function readEarly(path: string) {
  const { readEarly } = await import('./early-reads.ts')
  await readEarly(path)
  return asked
}

const ahead = 'startDate=2027-03-10&endDate=2027-04-10'
const month = 'startDate=2027-03-01&endDate=2027-04-04'

it('asks for the month of the band that was chosen, and for what is next', async () => {
  stored.set('gaffer.selectedBandId', 'b')
  const events = `/api/bands/b/events?${ahead}`
  expect(await readEarly('/calendar')).toEqual(['/api/me', `/api/bands/b/calendar?${month}`, events])
})

it.each([
  ['/calendar/', [`/api/me/events?${month}`, `/api/me/events?${ahead}`]],
  ['/dashboard', []],
  ['/songs', []],
  ['/profile', ['/api/settings']],
])('with no band chosen asks on %s for what is the member’s own', async (path, own) => {
  expect(await readEarly(path)).toEqual(['/api/me', ...own])
})

it('takes an only band for the chosen one', async () => {
  me = () => Response.json({ bands: [{ bandId: 'a' }] })
  expect(await readEarly('/songs')).toEqual(['/api/me', '/api/bands/a/songs'])
  asked = []
  expect(await readEarly('/dashboard')).toEqual(['/api/me', `/api/bands/a/events?${ahead}`, '/api/bands/a/songs'])
})

it('asks nothing of a band that is not the member’s', async () => {
  stored.set('gaffer.selectedBandId', 'c')
  expect(await readEarly('/songs')).toEqual(['/api/me'])
})

it('asks no further when nobody is there', async () => {
  stored.set('gaffer.selectedBandId', 'a')
  me = () => Response.json({}, { status: 401 })
  expect(await readEarly('/calendar')).toEqual(['/api/me'])
})

it('asks for nothing before the server knows that somebody has left', async () => {
  stored.set('gaffer.signOutOwed', 'yes')
  expect(await readEarly('/calendar')).toEqual([])
})

it('asks on other pages only who is there', async () => {
  expect(await readEarly('/admin')).toEqual(['/api/me'])
})
