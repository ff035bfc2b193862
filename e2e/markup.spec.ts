// XSS payloads in every text field are shown as text on every screen.

import type { BrowserContext, Page } from '@playwright/test'
import { todayInLondon } from '@gaffer/domain/dates'
import { limits } from '@gaffer/domain/limits'
import { expect, signIn, test } from './fixtures.ts'
import { startAppServer } from './app-server.ts'

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
const at = (index: number) => payloads[index % payloads.length] as string

type CallApi = (
  method: 'post' | 'put' | 'patch',
  path: string,
  data?: object,
) => Promise<{ id: string; inviteLink: string }>

function apiCaller({ request }: BrowserContext, url: string): CallApi {
  return async (method, path, data) => {
    const response = await request[method](url + path, data && { data })
    expect(response.ok(), `${method} ${path}: ${response.status()} ${await response.text()}`).toBe(true)
    return response.json()
  }
}

/** Stores the payloads in every text field. Returns the id of the band that contains all of them. */
async function fill(api: CallApi): Promise<string> {
  await api('put', '/api/me', { firstName: at(1), lastName: at(2), displayName: at(3), hometown: at(4) })
  const date = todayInLondon(new Date())
  const bands: string[] = []
  // One band per payload up to the limit; the other payloads are in the events and songs below.
  for (const name of payloads.slice(0, limits.bandsPerPerson)) {
    const band = { name, description: payloads.join('\n').slice(0, 2000), displayName: name, role: name }
    const { id } = await api('post', '/api/bands', band)
    bands.push(id)
    await api('post', `/api/bands/${id}/events`, { type: 'practice', date, title: name, location: name, notes: name })
  }
  // A band whose name is visible when it is escaped.
  const band = bands[1] as string
  for (const [index, payload] of payloads.entries()) {
    const gigOrPractice =
      index % 2 === 0 ? { type: 'public_gig', venue: payload } : { type: 'practice', location: payload }
    await api('post', `/api/bands/${band}/events`, {
      ...gigOrPractice,
      date,
      title: payload,
      notes: payloads.join('\n'),
    })
    // Titles that differ only in punctuation are duplicates unless the artist differs.
    await api('post', `/api/bands/${band}/songs`, {
      title: payload,
      artist: `${index} ${at(index + 1)}`,
      album: at(index + 2),
    })
  }
  await api('post', `/api/bands/${band}/events`, { type: 'unavailable', date, title: at(0), notes: at(1) })
  for (let index = 0; index < 15; index += 1) {
    const member = { email: `m${index}@example.org`, displayName: at(index), role: at(index + 1) }
    await api('post', `/api/bands/${band}/members/invite`, member)
  }
  return band
}

/** No payload became an element, an event handler or a URL. */
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

test('XSS payloads in profile, band, event, song and member texts stay text on the dashboard, admin, songs, calendar and link pages', async ({
  page,
  context,
  allowErrors,
}) => {
  allowErrors(/40[04]/)
  page.on('dialog', (dialog) => {
    throw new Error(`A dialog opened: ${dialog.message()}`)
  })
  await context.addInitScript(() =>
    Object.assign(window, { planted: () => Object.assign(window, { wasPlanted: true }) }),
  )
  const server = await startAppServer('empty')
  try {
    const founder = /\/invite\/(\S+)/.exec(server.output())?.[1] as string
    await context.request.post(`${server.url}/auth/invite`, { data: { token: founder } })
    await signIn(context, server, '+447700900777')
    const api = apiCaller(context, server.url)
    const band = await fill(api)
    const open = async (path: string) => {
      await page.goto(server.url + path)
      await expectPlain(page, path)
    }

    await open('/dashboard')
    await expect(page.getByRole('main').getByText(at(1)).first()).toBeVisible()
    await page.addInitScript((id) => localStorage.setItem('gaffer.selectedBandId', id), band)
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
      .filter({ has: page.getByText(at(1), { exact: true }) })
      .first()
      .click()
    await expect(page.getByRole('dialog')).toContainText(at(1))
    await expectPlain(page, 'an event opened')

    const { inviteLink } = await api('post', `/api/bands/${band}/invites/general`)
    await open(new URL(inviteLink).pathname)
    for (const payload of [at(3), at(5)]) {
      const encoded = encodeURIComponent(payload)
      await open(`/invite/${encoded}`)
      await open(`/nowhere/${encoded}`)
      for (const path of [
        'login?error',
        'auth/callback?error',
        'auth-success?session',
        'oauth-result?error',
        'admin?tab',
      ]) {
        await open(`/${path}=${encoded}#${encoded}`)
      }
    }
  } finally {
    await page.close()
    await server.stop()
  }
})
