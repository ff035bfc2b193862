import { beforeEach, expect, test } from 'vitest'
import { createTestBand, createTestGig, eventPathOf, joinBand } from '#testing/builders.ts'
import { addEntry } from '#testing/money.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient, kit: TestClient, bandId: string, kitsId: string, statement: string

beforeEach(async () => {
  dee = await server().createUser({ displayName: 'Dee' })
  kit = await server().createUser({ displayName: 'Kit' })
  bandId = (await createTestBand(dee)).id
  kitsId = (await joinBand(dee, bandId, kit)).id
  statement = `/api/bands/${bandId}/ledger/statement?taxYear=2025`
})

async function createSettledGig(date: string, feePence: number, costs: object[] = []): Promise<string> {
  const gig = eventPathOf(await createTestGig(dee, bandId, { title: `=Gig ${date}`, date }))
  await dee.put(`${gig}/settlement`, { feePence, costs, shares: [{ membershipId: kitsId, weight: 1 }] })
  expect((await dee.post(`${gig}/settlement/settle`)).status).toBe(200)
  return gig
}

test('the statement of a tax year lists what the member received, earned and spent from 6 April to 5 April of the next year', async () => {
  await createSettledGig('2025-04-05', 1)
  await createSettledGig('2025-04-06', 10_300, [{ label: 'Fuel', pence: 300, paidBy: kitsId }])
  const gig = await createSettledGig('2026-04-05', 20_000)
  await createSettledGig('2026-04-06', 4)
  await addEntry(dee, bandId, { kind: 'payment', membershipId: kitsId, pence: 5000, method: 'bank', on: '2025-12-24' })
  await addEntry(kit, bandId, { kind: 'expense', pence: 700, note: '+44 strings, "bass"', on: '2025-06-01' })
  await dee.post(`${gig}/settlement/reopen`)
  const { body } = await kit.get(statement)
  expect(body).toMatchObject({ taxYear: 2025, from: '2025-04-06', to: '2026-04-05', displayName: 'Kit' })
  expect(body.lines.map(({ on, kind, pence }: Record<string, unknown>) => [on, kind, pence])).toEqual([
    ['2025-04-06', 'cost', 300],
    ['2025-04-06', 'share', 10_000],
    ['2025-06-01', 'expense', 700],
    ['2025-12-24', 'payment', -5000],
    ['2026-04-05', 'share', 20_000],
    ['2026-04-05', 'reversal', -20_000],
  ])
  expect(body.totals).toEqual({ receivedPence: 5000, earnedPence: 10_000, expensesPence: 1000 })
})

test('a statement is CSV for a request that prefers text/csv to JSON, with an apostrophe before cells that begin with = or +', async () => {
  await createSettledGig('2025-04-06', 10_000)
  await addEntry(kit, bandId, { kind: 'expense', pence: 700, note: '+44 strings, "bass"', on: '2025-06-01' })
  const { headers, text } = await dee.get(`${statement}&membershipId=${kitsId}`, { accept: 'text/csv' })
  expect([headers.get('content-type'), headers.get('vary')]).toEqual([
    'text/csv; charset=utf-8',
    expect.stringMatching(/accept/i),
  ])
  expect(headers.get('content-disposition')).toBe('attachment; filename="Kit 2025-04-06 to 2026-04-05.csv"')
  expect(text.replace('\uFEFF', '').split('\r\n')).toEqual([
    'Date,Kind,What,Method,Received,Earned,Expenses,Miles',
    "2025-04-06,Share,'=Gig 2025-04-06,,,100.00,,",
    `2025-06-01,Expense,"'+44 strings, ""bass""",,,,7.00,`,
    ',Total,"Kit, tax year 2025/26",,0.00,100.00,7.00,',
    '',
  ])
  const { body } = await kit.get(statement, { accept: 'application/json, text/csv' })
  expect(body.totals).toEqual({ receivedPence: 0, earnedPence: 10_000, expensesPence: 700 })
})

test('a statement lists the caller’s own miles, and the miles of both their bands count towards the first 10,000 at the higher rate', async () => {
  const gig = await createTestGig(dee, bandId, { title: 'Wedding', date: '2025-07-01' })
  const miles = `${eventPathOf(gig)}/miles`
  expect((await kit.get(miles)).body).toEqual({ miles: null })
  expect((await kit.put(miles, { miles: 1500 })).body).toEqual({ miles: 1500 })
  const other = await createTestBand(kit, { name: 'The Other Buses' })
  for (let at = 1; at <= 5; at += 1) {
    const far = await createTestGig(kit, other.id, { date: `2025-08-0${at}` })
    await kit.put(`${eventPathOf(far)}/miles`, { miles: 2000 })
  }
  const { mileage } = (await kit.get(statement)).body
  expect(mileage).toMatchObject({ miles: 1500, otherBandsMiles: 10_000, pence: 450_000 + 37_500 })
  expect(mileage.lines).toEqual([{ eventId: gig.id, date: '2025-07-01', title: 'Wedding, The Brudenell', miles: 1500 }])
  expect((await dee.get(`${statement}&membershipId=${kitsId}`)).body.mileage).toBeNull()
  expect((await kit.put(miles, { miles: 2001 })).status).toBe(400)
  await kit.put(miles, { miles: null })
  expect((await kit.get(miles)).body).toEqual({ miles: null })
})

test('a statement leaves out miles of deleted gigs and of other tax years, in this band and in others', async () => {
  const other = await createTestBand(kit, { name: 'The Other Buses' })
  for (const id of [bandId, other.id]) {
    for (const date of ['2025-04-05', '2025-04-06', '2026-04-05', '2026-04-06'])
      await kit.put(`${eventPathOf(await createTestGig(kit, id, { date }))}/miles`, { miles: 100 })
    const deleted = eventPathOf(await createTestGig(kit, id, { date: '2025-07-01' }))
    await kit.put(`${deleted}/miles`, { miles: 30 })
    expect((await kit.delete(deleted)).status).toBe(204)
  }
  expect((await kit.get(statement)).body.mileage).toMatchObject({ miles: 200, otherBandsMiles: 200 })
})

test.each(['', '1999', '26', '2026x', '2100'])('the tax year "%s" is refused with 400', async (taxYear) => {
  expect((await dee.get(`/api/bands/${bandId}/ledger/statement?taxYear=${taxYear}`)).status).toBe(400)
})
