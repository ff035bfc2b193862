// XSS payloads in the text fields are shown as text on every page of the route manifest.

import type { BrowserContext, Page } from '@playwright/test'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import { limits } from '@gaffer/domain/shared/limits'
import type { OwnMembership } from '@gaffer/domain/bands/member'
import { findRouteName, routeNames, type RouteName } from '@gaffer/domain/routes'
import { expect, selectBandIn, signIn, test } from './fixtures.ts'
import { startAppServer, type AppServer } from './app-server.ts'
import { waitForDepUrl } from './filled-band.ts'

/** If interpreted as markup, each payload calls `planted`, creates an element with that id, or navigates away. */
const payloads = [
  '<script>planted()</script>',
  '<img src=x onerror=planted() id=planted>',
  '<svg onload=planted() id=planted>',
  '"><img src=x onerror=planted() id=planted>',
  `'><svg/onload=planted() id=planted>`,
  'javascript:planted()',
  '<a href="javascript:planted()" id=planted>x</a>',
  '<iframe src="javascript:planted()" id=planted>',
  '<iframe srcdoc="<script>parent.planted()</script>">',
  '<body onload=planted() id=planted>',
  '<details open ontoggle=planted() id=planted>',
  '<input autofocus onfocus=planted() id=planted>',
  '<style id=planted>*{display:none}</style>',
  '<base href="https://evil.example/" id=planted>',
  '<meta http-equiv=refresh content="0;url=javascript:planted()">',
  '<object data="data:text/html,<script>planted()</script>">',
  '<math><mtext><img src=x onerror=planted() id=planted>',
  '</textarea><script>planted()</script>',
  '</title><script>planted()</script>',
  '--><script>planted()</script><!--',
  ']]><script>planted()</script>',
  `{{constructor.constructor('planted()')()}}`,
  '${planted()}',
  '`onmouseover=planted()`',
  String.raw`\u003cscript\u003eplanted()\u003c/script\u003e`,
  '&lt;script&gt;planted()&lt;/script&gt;',
  '" autofocus onfocus="planted()" id="planted',
  '<form action="javascript:planted()" id=planted><button>x',
  '%3Cscript%3Eplanted()%3C/script%3E',
]
const payloadAt = (index: number) => payloads[index % payloads.length] as string
const allPayloads = payloads.join('\n')

type CallApi = <T = { id: string }>(method: 'get' | 'post' | 'put' | 'patch', path: string, data?: object) => Promise<T>

function createApiCaller({ request }: BrowserContext, url: string): CallApi {
  return async (method, path, data) => {
    const response = await request[method](url + path, data && { data })
    expect(response.ok(), `${method} ${path}: ${response.status()} ${await response.text()}`).toBe(true)
    return response.json()
  }
}

/** Stores the payloads in the texts of the profile, bands, events, songs and members. Returns the id of the band that contains all of them. */
async function fillBands(api: CallApi): Promise<string> {
  await api('put', '/api/me', {
    firstName: payloadAt(1),
    lastName: payloadAt(2),
    displayName: payloadAt(3),
    hometown: payloadAt(4),
  })
  const date = todayInLondon(new Date())
  const bands: string[] = []
  // One band per payload up to the limit; the other payloads are in the events and songs below.
  for (const name of payloads.slice(0, limits.bandsPerPerson)) {
    const band = { name, description: allPayloads, displayName: name, role: name }
    const { id } = await api('post', '/api/bands', band)
    bands.push(id)
    await api('post', `/api/bands/${id}/events`, { type: 'practice', date, title: name, location: name, notes: name })
  }
  // The second payload, an img tag: as a band name it is visible text only if it is escaped.
  const band = bands[1] as string
  for (const [index, payload] of payloads.entries()) {
    const gigOrPractice =
      index % 2 === 0 ? { type: 'public_gig', venue: payload } : { type: 'practice', location: payload }
    await api('post', `/api/bands/${band}/events`, {
      ...gigOrPractice,
      date,
      title: payload,
      notes: allPayloads,
    })
    // Titles that differ only in punctuation are duplicates unless the artist differs.
    await api('post', `/api/bands/${band}/songs`, {
      title: payload,
      artist: `${index} ${payloadAt(index + 1)}`,
      album: payloadAt(index + 2),
    })
  }
  await api('post', `/api/bands/${band}/events`, {
    type: 'unavailable',
    date,
    title: payloadAt(0),
    notes: payloadAt(1),
  })
  for (let index = 0; index < 15; index += 1) {
    const member = { email: `m${index}@example.org`, displayName: payloadAt(index), role: payloadAt(index + 1) }
    await api('post', `/api/bands/${band}/members/invite`, member)
  }
  return band
}

type GigPages = { event: string; chart: string; options: string; setlist: string; sheet: string; dep: string }

/** A gig of Kit, with the payloads in its set list, gig sheet, answers and dep request. Returns the paths of its pages. */
async function fillGig(api: CallApi, apiAsKit: CallApi, band: string, server: AppServer): Promise<GigPages> {
  const base = `/api/bands/${band}`
  const [song] = await api<{ id: string }[]>('get', `${base}/songs`)
  await api('patch', `${base}/songs/${song?.id}`, { note: allPayloads.slice(0, limits.songNoteLength) })
  const chart = await api('post', `${base}/songs/${song?.id}/charts`, {
    name: payloadAt(1),
    part: payloadAt(1).slice(0, limits.chartPartLength),
    format: 'chordpro',
    text: payloads.map((text) => `{comment: ${text}}\n[${text}]${text}`).join('\n'),
  })
  const lines = payloads.map((label) => ({ label, note: label }))
  const items = [{ songId: song?.id, note: payloadAt(2) }, ...lines]
  const setlist = await api('post', `${base}/setlists`, { name: payloadAt(1), items })

  await apiAsKit('put', '/api/me', { firstName: payloadAt(1), lastName: payloadAt(2), displayName: payloadAt(3) })
  const { id } = await apiAsKit('post', `${base}/events`, {
    type: 'public_gig',
    date: addDays(todayInLondon(new Date()), 5),
    title: payloadAt(1),
    venue: payloadAt(2),
    notes: allPayloads,
    setlistId: setlist.id,
  })
  const gig = `${base}/events/${id}`
  const { bands } = await apiAsKit<{ bands: OwnMembership[] }>('get', '/api/me')
  const kitsId = bands[0]?.id
  await apiAsKit('put', `${gig}/answers/${kitsId}`, { answer: 'no', comment: payloadAt(1) })
  await api('put', `${gig}/gig-sheet`, {
    address: allPayloads.slice(0, limits.addressLength),
    times: [{ time: '17:00', label: payloadAt(1) }],
    contactName: payloadAt(1),
    gettingThere: allPayloads,
    gear: allPayloads,
    hospitality: allPayloads,
    feeNote: payloadAt(1),
  })
  const { url } = await api<{ url: string }>('post', `${gig}/gig-sheet/share`, { withFee: true, withContact: true })

  const today = todayInLondon(new Date())
  const { optionGroupId } = await api<{ optionGroupId: string }>('post', `${base}/event-options`, {
    event: { type: 'public_gig', title: payloadAt(1), venue: payloadAt(2), notes: allPayloads },
    dates: [addDays(today, 20), addDays(today, 27)],
  })

  const phone = '+447700900811'
  const dep = await api('post', `${base}/deps`, {
    name: payloadAt(1),
    phone,
    instrument: payloadAt(2),
    note: payloadAt(3),
  })
  await api('post', `${gig}/dep-requests`, {
    depIds: [dep.id],
    mode: 'all',
    instrument: payloadAt(2),
    coversMembershipId: kitsId,
  })
  const depUrl = await waitForDepUrl(server, phone)
  return {
    event: `/bands/${band}/events/${id}`,
    chart: `/bands/${band}/charts/${chart.id}`,
    options: `/bands/${band}/options/${optionGroupId}`,
    setlist: `/setlists/${setlist.id}`,
    sheet: new URL(url).pathname,
    dep: new URL(depUrl).pathname,
  }
}

/** Expects that no payload became an element, an event handler or a URL. */
async function expectPlain(page: Page, where: string): Promise<void> {
  await expect(page.locator('h1, h2, [role=dialog]').first()).toBeVisible()
  const planted = await page.evaluate(() => ({
    elements: document.querySelectorAll('#planted, iframe, object, embed, base, svg[onload], img[src="x"], math')
      .length,
    scripts: [...document.scripts].filter(({ text }) => text.includes('planted')).length,
    handlers: [...document.querySelectorAll('*')].flatMap((element) =>
      element.getAttributeNames().filter((name) => name.startsWith('on')),
    ),
    addresses: [...document.querySelectorAll<HTMLElement>('[href], [action], [src]')]
      .flatMap((element) => ['href', 'action', 'src'].map((name) => element.getAttribute(name) ?? ''))
      .filter((address) => /^\s*javascript:|evil\.example/i.test(address)),
    called: 'wasPlanted' in window,
  }))
  expect([where, planted]).toEqual([where, { elements: 0, scripts: 0, handlers: [], addresses: [], called: false }])
}

test('XSS payloads in profile, band, event, song, set list, gig sheet, answer, dep and member texts stay text on every page', async ({
  page,
  context,
  newContext,
  allowErrors,
}) => {
  allowErrors(/40[014]/)
  page.on('dialog', (dialog) => {
    throw new Error(`A dialog opened: ${dialog.message()}`)
  })
  await context.addInitScript(() =>
    Object.assign(window, { planted: () => Object.assign(window, { wasPlanted: true }) }),
  )
  const server = await startAppServer('empty', { NOTICE_QUIET_HOURS: 'off', NOTICE_SETTLE_SECONDS: '0' })
  try {
    const founder = /\/invite\/(\S+)/.exec(server.readOutput())?.[1] as string
    await context.request.post(`${server.url}/auth/invite`, { data: { token: founder } })
    await signIn(context, server, '+447700900777')
    const api = createApiCaller(context, server.url)
    const band = await fillBands(api)
    const { inviteLink } = await api<{ inviteLink: string }>('post', `/api/bands/${band}/invites/general`)
    const kit = await newContext()
    await kit.request.post(`${server.url}/auth/invite`, { data: { token: inviteLink.split('/').at(-1) } })
    await signIn(kit, server, '+447700900778')
    const gig = await fillGig(api, createApiCaller(kit, server.url), band, server)

    const visited = new Set<RouteName | undefined>()
    const open = async (path: string, payload = '') => {
      await page.goto(server.url + path)
      if (payload) await expect(page.getByRole('main')).toContainText(payload)
      await expectPlain(page, path)
      visited.add(findRouteName(new URL(path, server.url).pathname))
    }

    await open('/dashboard')
    await expect(page.getByRole('main').getByText(payloadAt(1)).first()).toBeVisible()
    await selectBandIn(page, band)
    for (const path of [
      '/dashboard',
      '/profile',
      '/onboarding',
      '/admin',
      '/admin?tab=members',
      '/admin?tab=spotify',
    ]) {
      await open(path)
    }

    await open('/songs')
    const rows = page.getByRole('list', { name: 'Practice list' }).getByRole('heading').getByRole('button')
    await expect(rows).toHaveCount(payloads.length)
    for (const index of [0, 1, 2, 5]) await rows.nth(index).click()
    await expectPlain(page, 'songs opened')

    await open('/calendar')
    await page.getByText('Agenda', { exact: true }).click()
    await expectPlain(page, 'the agenda')
    await page
      .getByRole('main')
      .getByRole('button')
      .filter({ has: page.getByText(payloadAt(1), { exact: true }) })
      .first()
      .click()
    await expect(page.getByRole('dialog')).toContainText(payloadAt(1))
    await expectPlain(page, 'an event opened')

    await open(gig.event, payloadAt(1))
    for (const name of ['Set list', 'History']) {
      await page.getByRole('tab', { name }).click()
      await expect(page.getByRole('tabpanel')).toContainText(payloadAt(1))
      await expectPlain(page, `${name} of the event`)
    }
    await api('post', `/api/bands/${band}/ledger`, { kind: 'expense', pence: 100, note: payloadAt(1) })
    for (const path of ['settlement', 'money', 'money/statement', 'recordings']) {
      await open(path === 'settlement' ? `${gig.event}/${path}` : `/bands/${band}/${path}`)
    }
    for (const path of [gig.chart, gig.options, '/setlists', gig.setlist, `${gig.setlist}/stage`, '/notices'])
      await open(path, payloadAt(1))
    await open('/profile/notices')

    const encoded = [payloadAt(3), payloadAt(5)].map(encodeURIComponent)
    for (const payload of encoded) {
      await open(`/nowhere/${payload}`)
      await open(`/admin?tab=${payload}#${payload}`)
    }
    // Otherwise a read that is under way would redirect the page to /login.
    await page.goto('about:blank')
    await context.clearCookies()
    for (const path of [gig.sheet, gig.dep, new URL(inviteLink).pathname]) await open(path, payloadAt(1))
    await open('/')
    await open('/test-auth')
    for (const payload of encoded) {
      await open(`/invite/${payload}`)
      for (const path of ['login?error', 'auth/callback?error', 'auth-success?session', 'oauth-result?error']) {
        await open(`/${path}=${payload}#${payload}`)
      }
    }
    expect(routeNames.filter((name) => !visited.has(name))).toEqual([])
  } finally {
    await page.close()
    await server.stop()
  }
})
