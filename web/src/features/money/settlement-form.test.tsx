import type { Settlement, SettlementInput } from '@gaffer/domain/money/settlement'
import { messages } from '@gaffer/domain/shared/messages'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { moneyMessages } from '@gaffer/domain/money/money-messages'
import { errorResponse } from '#testing/error-response.ts'
import { renderPage } from '#testing/render-page.tsx'
import { aSettlement } from '#testing/settlement-fixture.ts'
import { dismissToast, readCurrentToast } from '#ui/toast-store.ts'
import { SettlementForm } from './settlement-form.tsx'

const bandId = '01890000-0000-7000-8000-000000000001'
const [kit, dee] = ['01890000-0000-7000-8000-000000000002', '01890000-0000-7000-8000-000000000003']
const members = [
  { id: dee, displayName: 'Dee' },
  { id: kit, displayName: 'Kit' },
]
const settlement = aSettlement({
  feePence: 30_001,
  shares: [
    { membershipId: dee, displayName: 'Dee', weight: 1, pence: 15_001 },
    { membershipId: kit, displayName: 'Kit', weight: 1, pence: 15_000 },
  ],
})

type Sent = { method: string; path: string; body: unknown; version: string | null }
let sent: Sent[]

beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body, headers }: RequestInit = {}) => {
    if (method === 'GET') return Response.json({})
    const version = new Headers(headers).get('if-match')
    sent.push({ method, path, body: body ? JSON.parse(body as string) : null, version })
    return Response.json({ ...settlement, version: sent.length })
  })
})
afterEach(() => dismissToast())

const show = (fields: Partial<Settlement> = {}) =>
  renderPage(<SettlementForm bandId={bandId} settlement={{ ...settlement, ...fields }} members={members} />)
const amounts = () =>
  screen
    .getAllByRole('term')
    .map((term) => `${term.textContent} ${term.parentElement?.querySelector('dd')?.textContent}`)
const type = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } })

it('the settlement form shows each share to the penny, and updates it while the member types', async () => {
  await show()
  expect(amounts()).toEqual(['Dee £150.01', 'Kit £150'])
  type(/^Into the pot/, '50.01')
  fireEvent.click(screen.getByRole('switch', { name: 'Dee' }))
  expect(amounts()).toEqual(['Pot £50.01', 'Kit £250'])
})

it('an amount that was typed before its unit stays when the unit is changed', async () => {
  await show()
  type(/^Agent/, '10')
  fireEvent.click(within(screen.getByRole('radiogroup', { name: 'Agent in' })).getByRole('radio', { name: '%' }))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Agent/ }).value).toBe('10')
  expect(amounts()).toContain('Agent £30')
})

it('a changed weight of a share is written to a live region', async () => {
  await show({ shares: [{ membershipId: dee, displayName: 'Dee', weight: 1, pence: 30_001 }] })
  fireEvent.click(screen.getByRole('button', { name: 'Larger share for Dee' }))
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('× 1.5')
})

it('"Settle" and its confirmation save the settlement and settle the gig, and the second request has the version that the first request returned', async () => {
  await show()
  fireEvent.click(screen.getByRole('button', { name: 'Settle' }))
  const question = within(await screen.findByRole('alertdialog'))
  await waitFor(() => {
    fireEvent.click(question.getByRole('button', { name: 'Settle' }))
    expect(sent).not.toEqual([])
  })
  const path = `/api/bands/${bandId}/events/${settlement.eventId}/settlement`
  await waitFor(() =>
    expect(sent.map((one) => `${one.method} ${one.path}`)).toEqual([`PUT ${path}`, `POST ${path}/settle`]),
  )
  expect(sent[0]).toMatchObject({
    body: { feePence: 30_001, shares: [{ membershipId: dee, weight: 1 }, {}] },
    version: '"0"',
  })
  expect(sent[1]?.version).toBe('"1"')
})

it('a fee that is typed while the settlement is being saved stays in its field', async () => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  const server = fetch
  vi.stubGlobal('fetch', async (path: string, options: RequestInit = {}) => {
    const response = await server(path, options)
    if (options.method === 'PUT') await isReleased
    return response
  })
  await show()
  type(/^Fee/, '350')
  fireEvent.click(screen.getByRole('button', { name: 'Save as draft' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  type(/^Fee/, '360')
  release()
  await waitFor(() => expect(readCurrentToast()).not.toBeNull())
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Fee/ }).value).toBe('360')
})

it('a settlement with a fee that is no amount, or with an agent’s part above the fee, cannot be settled', async () => {
  await show()
  const canSettle = () => !screen.getByRole<HTMLButtonElement>('button', { name: 'Settle' }).disabled
  type(/^Fee/, 'lots')
  expect(canSettle()).toBe(false)
  type(/^Fee/, '10')
  type(/^Agent/, '11')
  expect([canSettle(), screen.getByText(new RegExp(moneyMessages.feeOverspent)).textContent]).toEqual([
    false,
    `${moneyMessages.feeOverspent} (by £1)`,
  ])
})

it('entries in the settlement form stay when another member saves the settlement; the refused save shows what differs, and "Keep mine" merges both', async () => {
  const { rerender } = await show()
  type(/^Fee/, '350')
  const theirs = { ...settlement, potPence: 5_000, version: 3 }
  const server = fetch
  vi.stubGlobal('fetch', async (path: string, options: RequestInit = {}) => {
    const response = await server(path, options)
    if (options.method === 'GET') return Response.json(theirs)
    return sent.length === 1 ? errorResponse(412, 'stale') : response
  })
  rerender(<SettlementForm bandId={bandId} settlement={theirs} members={members} />)
  fireEvent.click(screen.getByRole('button', { name: 'Save as draft' }))
  const dialog = await screen.findByRole('dialog', { name: messages.stale })
  const differences = within(dialog).getAllByRole('term')
  expect(differences.map((term) => term.parentElement?.textContent)).toEqual([
    'FeeTheirs: £300.01Yours: £350',
    'Into the potTheirs: £50Before: None',
  ])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Keep mine' }))
  await waitFor(() =>
    expect(sent.map(({ body, version }) => ({ ...(body as SettlementInput), version }))).toMatchObject([
      { feePence: 35_000, potPence: 0, version: '"0"' },
      { feePence: 35_000, potPence: 5_000, version: '"3"' },
    ]),
  )
})
