import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import type { Membership } from '@gaffer/domain/bands/member'
import { addDays, todayInLondon } from '@gaffer/domain/shared/dates'
import type { LedgerEntry } from '@gaffer/domain/money/ledger'
import { moneyMessages } from '@gaffer/domain/money/money-messages'
import { createTestBand, createTestGig, eventPathOf, joinBand } from '#testing/builders.ts'
import { createPhoto } from '#testing/charts.ts'
import { createTestUpload } from '#testing/files.ts'
import { addEntry, createReceipt } from '#testing/money.ts'
import type { TestClient } from '#testing/test-client.ts'
import { testClock } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'
import { readBytes } from '#testing/zips.ts'

const server = useTestServer()
let dee: TestClient, ada: TestClient, kit: TestClient, bandId: string, dees: Membership, kits: Membership
let ledger: string

beforeEach(async () => {
  dee = await server().createUser({ displayName: 'Dee' })
  ada = await server().createUser({ displayName: 'Ada' })
  kit = await server().createUser({ displayName: 'Kit' })
  const band = await createTestBand(dee)
  bandId = band.id
  dees = band.membership
  const adas = await joinBand(dee, bandId, ada)
  await dee.patch(`/api/bands/${bandId}/members/${adas.id}`, { access: 'admin' })
  kits = await joinBand(dee, bandId, kit)
  ledger = `/api/bands/${bandId}/ledger`
})

const today = () => todayInLondon(testClock.now())
const readBalances = async (caller = dee) => {
  const { balances, potPence } = (await caller.get(ledger)).body
  return [
    Object.fromEntries(
      balances.map((one: { displayName: string; owedPence: number }) => [one.displayName, one.owedPence]),
    ),
    potPence,
  ]
}

test('an expense raises what the band owes the member and lowers the pot, a payment lowers what the band owes, and income raises the pot', async () => {
  const expense = await addEntry(kit, bandId, { kind: 'expense', pence: 2500, note: 'Strings' })
  expect(expense).toMatchObject({
    kind: 'expense',
    displayName: 'Kit',
    pence: 2500,
    potPence: -2500,
    on: today(),
    note: 'Strings',
    madeBy: expense.personId,
  })
  await addEntry(ada, bandId, { kind: 'income', pence: 9000, note: 'T-shirts' })
  await addEntry(ada, bandId, { kind: 'payment', membershipId: kits.id, pence: 1000, method: 'bank', on: '2026-01-02' })
  await addEntry(dee, bandId, { kind: 'pot', direction: 'out', pence: 500 })
  await addEntry(dee, bandId, { kind: 'pot', direction: 'in', pence: 100, on: today() })
  expect(await readBalances()).toEqual([{ Kit: 1500 }, 6100])
})

test('a repeated request with the id of a ledger entry returns the stored entry, and a request with the id of another member’s entry gets 409', async () => {
  const id = '01890000-0000-7000-8000-000000000001'
  const first = await addEntry(kit, bandId, { id, kind: 'expense', pence: 100 })
  expect(await addEntry(kit, bandId, { id, kind: 'expense', pence: 999 })).toEqual(first)
  expect((await dee.post(ledger, { id, kind: 'expense', pence: 100 })).status).toBe(409)
  expect(await readBalances()).toEqual([{ Kit: 100 }, -100])
})

test.each<[string, () => object, string]>([
  ['a payment to nobody', () => ({ kind: 'payment', pence: 1 }), moneyMessages.personRequired],
  [
    'a person named twice',
    () => ({ kind: 'payment', pence: 1, personId: bandId, membershipId: kits.id }),
    moneyMessages.personTwice,
  ],
  ['income of somebody', () => ({ kind: 'income', pence: 1, membershipId: kits.id }), moneyMessages.personNotTaken],
  ['the pot without a direction', () => ({ kind: 'pot', pence: 1 }), moneyMessages.directionRequired],
  [
    'an expense with a direction',
    () => ({ kind: 'expense', pence: 1, direction: 'in' }),
    moneyMessages.directionOnlyPot,
  ],
  ['an expense in cash', () => ({ kind: 'expense', pence: 1, method: 'cash' }), moneyMessages.methodOnlyPayment],
  ['no pence', () => ({ kind: 'expense', pence: 0 }), moneyMessages.amountRequired],
  ['a day in the future', () => ({ kind: 'expense', pence: 1, on: addDays(today(), 1) }), moneyMessages.dateInFuture],
  ['a foreign member', () => ({ kind: 'payment', pence: 1, membershipId: bandId }), moneyMessages.notInBand],
  ['a foreign person', () => ({ kind: 'payment', pence: 1, personId: bandId }), moneyMessages.notInBand],
  ['a foreign event', () => ({ kind: 'expense', pence: 1, eventId: bandId }), moneyMessages.eventNotInBand],
])('a ledger entry with the fault "%s" is refused with 400 and not stored', async (_, input, message) => {
  const { status, body } = await dee.post(ledger, input())
  expect([status, body.message]).toEqual([400, message])
  expect((await dee.get(ledger)).body.entries).toEqual([])
})

test('members can write only their own expenses, and read only their own ledger entries unless the band shows all', async () => {
  const refused = [
    { kind: 'income', pence: 1 },
    { kind: 'pot', direction: 'in', pence: 1 },
    { kind: 'payment', pence: 1, membershipId: kits.id },
    { kind: 'expense', pence: 1, membershipId: dees.id },
  ]
  for (const input of refused) expect([input, (await kit.post(ledger, input)).status]).toEqual([input, 403])
  await addEntry(kit, bandId, { kind: 'expense', pence: 100, membershipId: kits.id })
  const secret = await createReceipt(dee, bandId, { pence: 77_777, note: 'Canary' })
  const own = await kit.get(ledger)
  expect(own.body.balances.map(({ displayName }: { displayName: string }) => displayName)).toEqual(['Kit'])
  expect(own.text).not.toMatch(/Canary|77777|Dee/)
  expect((await kit.get(`${ledger}?personId=${secret.personId}`)).body.entries).toEqual([])
  expect((await kit.get(secret.receiptUrl as string)).status).toBe(404)
  expect((await kit.get(`${ledger}/statement?taxYear=2026&membershipId=${dees.id}`)).status).toBe(403)
  expect((await kit.patch(`/api/bands/${bandId}`, { ledgerVisibleTo: 'everyone' })).status).toBe(403)
  expect((await ada.patch(`/api/bands/${bandId}`, { ledgerVisibleTo: 'everyone' })).body.ledgerVisibleTo).toBe(
    'everyone',
  )
  expect((await kit.get(ledger)).body.entries).toHaveLength(2)
  expect((await kit.get(secret.receiptUrl as string)).status).toBe(200)
})

test('a ledger entry can be reversed only once, also by five clients at once, and a reversal cannot be reversed', async () => {
  const { id } = await addEntry(kit, bandId, { kind: 'expense', pence: 100 })
  expect((await kit.post(`${ledger}/${id}/reverse`)).status).toBe(403)
  const answers = await Promise.all(Array.from({ length: 5 }, () => dee.post(`${ledger}/${id}/reverse`)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409])
  const reversal = answers.find(({ status }) => status === 201)?.body as LedgerEntry
  expect(reversal).toMatchObject({ kind: 'reversal', reverses: id, pence: -100, potPence: 100, displayName: 'Kit' })
  expect((await dee.post(`${ledger}/${reversal.id}/reverse`)).body.message).toBe(moneyMessages.reversalStays)
  expect(await readBalances()).toEqual([{ Kit: 0 }, 0])
})

test('parallel payments, expenses and reversals of five clients leave balances that are the sums of their ledger entries', async () => {
  const callers = [dee, ada, kit, dee, ada]
  await Promise.all(
    callers.map(async (caller, at) => {
      const { id } = await addEntry(caller, bandId, { kind: 'expense', pence: 1000 + at })
      if (caller !== kit) await addEntry(caller, bandId, { kind: 'payment', membershipId: kits.id, pence: 100 + at })
      if (at % 2 === 0) await dee.post(`${ledger}/${id}/reverse`)
    }),
  )
  const { entries, balances, potPence } = (await dee.get(ledger)).body
  for (const { personId, owedPence } of balances) {
    const lines = entries.filter((entry: LedgerEntry) => entry.personId === personId)
    expect(lines.reduce((sum: number, { pence }: LedgerEntry) => sum + pence, 0)).toBe(owedPence)
  }
  expect(entries.reduce((sum: number, entry: LedgerEntry) => sum + entry.potPence, 0)).toBe(potPence)
})

test('the database refuses to change, delete or truncate ledger entries, except when their band is deleted', async () => {
  await addEntry(dee, bandId, { kind: 'expense', pence: 100 })
  const { db } = server().services
  await expect(db`update ledger_entries set pence = 1 where band_id = ${bandId}`).rejects.toThrow(/never changed/)
  await expect(db`delete from ledger_entries where band_id = ${bandId}`).rejects.toThrow(/never changed/)
  await expect(db`truncate ledger_entries`).rejects.toThrow(/never changed/)
  await expect(db`delete from ledger_people where band_id = ${bandId}`).rejects.toThrow()
  await db`delete from bands where id = ${bandId}`
  expect(await db`select from ledger_entries where band_id = ${bandId}`).toEqual([])
})

test('the ledger has pages of 50 entries, newest first, and can be filtered by days and by person', async () => {
  for (let at = 0; at < 52; at += 1)
    await addEntry(dee, bandId, { kind: 'expense', pence: at + 1, on: at < 2 ? '2026-01-01' : '2026-02-01' })
  const first = (await dee.get(ledger)).body.entries as LedgerEntry[]
  expect([first.length, first[0]?.pence, first.at(-1)?.pence]).toEqual([50, 52, 3])
  const next = (await dee.get(`${ledger}?before=${first.at(-1)?.id}`)).body.entries as LedgerEntry[]
  expect(next.map(({ pence }) => pence)).toEqual([2, 1])
  const early = (await dee.get(`${ledger}?from=2026-01-01&to=2026-01-31&personId=${first[0]?.personId}`)).body.entries
  expect(early).toHaveLength(2)
})

test('a filter of the ledger by days includes the first and the last day of the filter', async () => {
  for (const day of ['01', '02', '03', '04'])
    await addEntry(dee, bandId, { kind: 'expense', pence: Number(day), on: `2026-01-${day}` })
  const { entries } = (await dee.get(`${ledger}?from=2026-01-02&to=2026-01-03`)).body
  expect(entries.map(({ pence }: LedgerEntry) => pence)).toEqual([3, 2])
})

test('a photo of a receipt is stored as WebP without EXIF data, only the WebP counts towards the storage, and an HTML page is refused as a receipt', async () => {
  const bytes = await createPhoto()
  const { id: uploadId } = await createTestUpload(kit, bandId, { bytes, purpose: 'receipt', filename: 'IMG_1.jpg' })
  const { receiptUrl } = await addEntry(kit, bandId, { kind: 'expense', pence: 100, uploadId })
  const reply = await dee.get(receiptUrl as string)
  expect([reply.status, reply.headers.get('content-type'), reply.headers.get('content-security-policy')]).toEqual([
    200,
    'image/webp',
    "sandbox; default-src 'none'",
  ])
  expect((await sharp(await readBytes(dee, receiptUrl as string)).metadata()).exif).toBeUndefined()
  const html = Buffer.from('<!doctype html><script>planted()</script>')
  const planted = await createTestUpload(kit, bandId, { bytes: html, purpose: 'receipt' })
  expect((await kit.post(ledger, { kind: 'expense', pence: 100, uploadId: planted.id })).status).toBe(422)
  const { usedBytes } = (await kit.get(`/api/bands/${bandId}/storage`)).body
  expect(String(usedBytes)).toBe(reply.headers.get('content-length'))
})

test('a past gig with a fee is listed as unpaid until its gig sheet says that the fee is paid; a cancelled gig and a gig that ends today or later are not listed', async () => {
  const gig = await createTestGig(dee, bandId, { title: 'Wedding', date: '2026-01-02' })
  const coming = await createTestGig(dee, bandId)
  const cancelled = await createTestGig(dee, bandId, { date: '2026-01-03' })
  const endsToday = await createTestGig(dee, bandId, { date: addDays(today(), -1), endDate: today() })
  for (const one of [gig, coming, cancelled, endsToday])
    await dee.put(`${eventPathOf(one)}/gig-sheet`, { feePence: 5000 })
  await dee.patch(eventPathOf(cancelled), { status: 'cancelled' })
  const fees = `/api/bands/${bandId}/unpaid-fees`
  expect((await kit.get(fees)).body).toEqual([
    { eventId: gig.id, title: 'Wedding', place: 'The Brudenell', date: '2026-01-02', feePence: 5000 },
  ])
  await dee.put(`${eventPathOf(gig)}/gig-sheet`, { feePence: 5000, feePaid: true })
  expect((await kit.get(fees)).body).toEqual([])
})
