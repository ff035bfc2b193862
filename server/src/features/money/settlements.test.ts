import { beforeEach, expect, test } from 'vitest'
import type { Membership } from '@gaffer/domain/bands/member'
import type { LedgerEntry } from '@gaffer/domain/money/ledger'
import { moneyMessages } from '@gaffer/domain/money/money-messages'
import type { Settlement } from '@gaffer/domain/money/settlement'
import { limits } from '@gaffer/domain/shared/limits'
import { createTestBand, createTestGig, createTestPractice, eventPathOf, joinBand } from '#testing/builders.ts'
import { askDeps, createTestDep, waitForDepLinkPath } from '#testing/dep-helpers.ts'
import type { TestClient } from '#testing/test-client.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let dee: TestClient, kit: TestClient, bandId: string, dees: Membership, kits: Membership
let event: string, settlement: string, ledger: string

beforeEach(async () => {
  dee = await server().createUser({ displayName: 'Dee' })
  kit = await server().createUser({ displayName: 'Kit' })
  const band = await createTestBand(dee)
  bandId = band.id
  dees = band.membership
  kits = await joinBand(dee, bandId, kit)
  event = eventPathOf(await createTestGig(dee, bandId, { title: 'Wedding' }))
  settlement = `${event}/settlement`
  ledger = `/api/bands/${bandId}/ledger`
})

const shares = (...weights: number[]) =>
  [dees, kits].map(({ id: membershipId }, at) => ({ membershipId, weight: weights[at] ?? 1 }))
const amounts = ({ shares: of }: Settlement) => of.map(({ pence }) => pence)
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
const totalOf = ({ agentPence, costs, deps, potPence, shares: of }: Settlement) =>
  agentPence + potPence + sum([...costs, ...deps, ...of].map(({ pence }) => pence))
const balances = async (caller = dee) =>
  (await caller.get(ledger)).body.balances.map(({ displayName, owedPence }: Record<string, unknown>) => [
    displayName,
    owedPence,
  ])

test('an unsaved settlement has the fee of the gig sheet, the deps who play and equal shares of the members who said Yes', async () => {
  await dee.put(`${event}/gig-sheet`, { feePence: 30_001 })
  const dep = await createTestDep(dee, bandId, { name: 'Tom' })
  await askDeps(dee, event, [dep], { feePence: 8000 })
  await dee.post(await waitForDepLinkPath(dee, dep), { answer: 'yes' })
  expect((await dee.get(settlement)).body).toMatchObject({ feePence: 30_001, shares: [{}, {}], version: 0 })
  await kit.put(`${event}/answers/${kits.id}`, { answer: 'yes' })
  const { body } = await dee.get(settlement)
  expect(body).toMatchObject({
    status: 'draft',
    agentPence: 0,
    agentPercent: null,
    deps: [{ depId: dep.id, name: 'Tom', pence: 8000 }],
    shares: [{ membershipId: kits.id, displayName: 'Kit', weight: 1, pence: 22_001 }],
    settledAt: null,
  })
  expect(totalOf(body)).toBe(30_001)
})

test('while no member said Yes, an unsaved settlement has shares of the members who did not say No', async () => {
  await kit.put(`${event}/answers/${kits.id}`, { answer: 'no' })
  expect((await dee.get(settlement)).body.shares).toMatchObject([{ displayName: 'Dee' }])
  await dee.put(`${event}/answers/${dees.id}`, { answer: 'no' })
  expect((await dee.get(settlement)).body.shares).toMatchObject([{ displayName: 'Dee' }, { displayName: 'Kit' }])
})

test('a saved settlement adds up to the penny: agent in per cent, costs, pot in per cent, shares by weight in the order of members', async () => {
  const costs = [
    { label: 'Fuel', pence: 4050, paidBy: kits.id },
    { label: 'Parking', pence: 600 },
  ]
  const input = { feePence: 50_005, agentPercent: 15, costs, potPercent: 10, shares: shares(1, 1.5).toReversed() }
  const { status, body } = await dee.put(settlement, input)
  expect([status, body]).toMatchObject([
    200,
    {
      agentPence: 7501,
      agentPercent: 15,
      potPence: 3785,
      potPercent: 10,
      version: 1,
      costs: [{ paidBy: kits.id }, {}],
    },
  ])
  expect(body.shares.map(({ membershipId }: { membershipId: string }) => membershipId)).toEqual([dees.id, kits.id])
  expect(amounts(body)).toEqual([13_628, 20_441])
  expect(totalOf(body)).toBe(50_005)
  expect((await dee.get(settlement)).body).toEqual(body)
})

test.each<[string, () => object, string]>([
  ['a fraction of a penny', () => ({ feePence: 100.5, shares: shares() }), moneyMessages.amountInvalid],
  ['a negative fee', () => ({ feePence: -1, shares: shares() }), moneyMessages.amountInvalid],
  ['a fee over £1,000,000', () => ({ feePence: 100_000_001, shares: shares() }), moneyMessages.amountInvalid],
  [
    'the agent in pence and in per cent',
    () => ({ feePence: 1, agentPence: 0, agentPercent: 0, shares: shares() }),
    moneyMessages.agentTwice,
  ],
  [
    'the pot in pence and in per cent',
    () => ({ feePence: 1, potPence: 0, potPercent: 0, shares: shares() }),
    moneyMessages.potTwice,
  ],
  ['more costs than fee', () => ({ feePence: 100, agentPence: 101, shares: shares() }), moneyMessages.feeOverspent],
  ['a rest without shares', () => ({ feePence: 100, shares: shares(0, 0) }), moneyMessages.sharesMissing],
  ['a share twice', () => ({ feePence: 100, shares: [...shares(), ...shares()] }), moneyMessages.shareTwice],
  ['a weight in hundredths', () => ({ feePence: 100, shares: shares(0.05) }), moneyMessages.weightInvalid],
  [
    'a share of someone outside the band',
    () => ({ feePence: 100, shares: [{ membershipId: bandId, weight: 1 }] }),
    moneyMessages.notInBand,
  ],
  [
    'a cost paid by someone outside the band',
    () => ({ feePence: 100, costs: [{ label: 'Van', pence: 1, paidBy: bandId }], shares: shares() }),
    moneyMessages.notInBand,
  ],
])('a settlement with the fault "%s" is refused with 400', async (_, input, message) => {
  const { status, body } = await dee.put(settlement, input())
  expect([status, body.code, body.message]).toEqual([400, 'invalid_input', message])
})

test('saving, settling or reopening an outdated version of a settlement is refused with 412', async () => {
  await dee.put(settlement, { feePence: 100, shares: shares() })
  const stale = { 'if-match': '"0"' }
  const answers = [
    await dee.put(settlement, { feePence: 200, shares: shares() }, stale),
    await dee.post(`${settlement}/settle`, undefined, stale),
  ]
  await dee.post(`${settlement}/settle`)
  answers.push(await dee.post(`${settlement}/reopen`, undefined, stale))
  expect(answers.map(({ status }) => status)).toEqual([412, 412, 412])
})

test('settling writes each amount to the ledger once, and reopening reverses every entry', async () => {
  const costs = [{ label: 'Fuel', pence: 1000, paidBy: kits.id }]
  await dee.put(settlement, { feePence: 11_000, agentPence: 500, costs, potPence: 500, shares: shares(2, 1) })
  expect((await dee.post(`${settlement}/settle`)).body).toMatchObject({
    status: 'settled',
    settledAt: expect.any(String),
  })
  expect(await balances()).toEqual([
    ['Dee', 6000],
    ['Kit', 4000],
  ])
  const { entries, potPence } = (await dee.get(ledger)).body
  expect(potPence).toBe(500)
  const lines = (of: LedgerEntry[]) =>
    of.map(({ kind, displayName, pence, on, note }) => [kind, displayName, pence, on, note]).toReversed()
  expect(lines(entries)).toEqual([
    ['fee', null, 11_000, '2027-03-12', 'Wedding'],
    ['agent', null, 500, '2027-03-12', 'Wedding'],
    ['cost', 'Kit', 1000, '2027-03-12', 'Fuel · Wedding'],
    ['pot', null, 0, '2027-03-12', 'Wedding'],
    ['share', 'Dee', 6000, '2027-03-12', 'Wedding'],
    ['share', 'Kit', 3000, '2027-03-12', 'Wedding'],
  ])
  expect((await dee.post(`${settlement}/settle`)).status).toBe(409)
  expect((await dee.put(settlement, { feePence: 1, shares: shares() })).status).toBe(409)
  expect((await dee.post(`${settlement}/reopen`)).body).toMatchObject({ status: 'draft', settledAt: null })
  expect(await balances()).toEqual([
    ['Dee', 0],
    ['Kit', 0],
  ])
  const after = (await dee.get(ledger)).body
  expect(after.potPence).toBe(0)
  expect(after.entries.filter(({ kind }: LedgerEntry) => kind === 'reversal')).toHaveLength(6)
  expect((await dee.post(`${settlement}/reopen`)).status).toBe(409)
})

test('a settlement that exceeds the 20,000 ledger entries of a band is refused as a whole', async () => {
  const { db } = server().services
  await db`
    insert into ledger_entries (band_id, id, at, on_day, kind, pence, pot_pence, is_of_settlement)
    select ${bandId}::uuid, gen_random_uuid(), '2026-01-02', '2026-01-02', 'income', 0, 1, false
    from generate_series(1, ${limits.ledgerEntries - 2})`
  await dee.put(settlement, { feePence: 1000, shares: shares() })
  const { status, body } = await dee.post(`${settlement}/settle`)
  expect([status, body.message]).toEqual([409, moneyMessages.ledgerFull])
  expect((await dee.get(settlement)).body.status).toBe('draft')
  await dee.put(settlement, { feePence: 1000, shares: shares(1, 0) })
  expect((await dee.post(`${settlement}/settle`)).status).toBe(200)
})

test('a ledger entry that was reversed by hand is not reversed again when its settlement is reopened', async () => {
  await dee.put(settlement, { feePence: 1000, shares: shares() })
  await dee.post(`${settlement}/settle`)
  const share = (await dee.get(ledger)).body.entries.find(({ displayName }: LedgerEntry) => displayName === 'Kit')
  expect((await dee.post(`${ledger}/${share.id}/reverse`)).status).toBe(201)
  await dee.post(`${settlement}/reopen`)
  expect(await balances()).toEqual([
    ['Dee', 0],
    ['Kit', 0],
  ])
})

test('of five parallel requests to settle a gig one succeeds and four get 409, and of five parallel requests to reopen it one succeeds and four get 409', async () => {
  await dee.put(settlement, { feePence: 1001, shares: shares() })
  const five = (path: string) => Promise.all(Array.from({ length: 5 }, () => dee.post(`${settlement}/${path}`)))
  expect((await five('settle')).map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  expect(await balances()).toEqual([
    ['Dee', 501],
    ['Kit', 500],
  ])
  expect((await five('reopen')).map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
  expect(await balances()).toEqual([
    ['Dee', 0],
    ['Kit', 0],
  ])
})

test('settling a gig without a saved settlement uses the fee of its gig sheet and equal shares', async () => {
  await dee.put(`${event}/gig-sheet`, { feePence: 5000 })
  expect((await dee.post(`${settlement}/settle`)).body).toMatchObject({ status: 'settled', version: 2 })
  expect(await balances()).toEqual([
    ['Dee', 2500],
    ['Kit', 2500],
  ])
})

test('a member gets 403 for reading, saving, settling or reopening a settlement, and the settlement of a practice is 400', async () => {
  const input = { feePence: 100, shares: shares() }
  const answers = [
    await kit.get(settlement),
    await kit.put(settlement, input),
    await kit.post(`${settlement}/settle`),
    await kit.post(`${settlement}/reopen`),
  ]
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
  const practice = eventPathOf(await createTestPractice(dee, bandId))
  expect((await dee.get(`${practice}/settlement`)).status).toBe(400)
})

test('a member who leaves stays in settlement and ledger with their name and share, can be paid, and has the same balance after rejoining', async () => {
  await dee.put(settlement, { feePence: 2000, shares: shares() })
  await dee.post(`${settlement}/settle`)
  await kit.post(`/api/bands/${bandId}/leave`, {})
  expect((await dee.get(settlement)).body.shares[1]).toMatchObject({ membershipId: kits.id, displayName: 'Kit' })
  const [, gone] = (await dee.get(ledger)).body.balances
  expect(gone).toMatchObject({ displayName: 'Kit', membershipId: null, owedPence: 1000 })
  await dee.post(ledger, { kind: 'payment', personId: gone.personId, pence: 400, method: 'cash' })
  const again = await joinBand(dee, bandId, kit)
  const [, back] = (await dee.get(ledger)).body.balances
  expect(back).toEqual({ ...gone, membershipId: again.id, owedPence: 600 })
  expect((await kit.get(ledger)).body.balances).toEqual([back])
  await kit.post(ledger, { kind: 'expense', pence: 50 })
  expect((await kit.get(ledger)).body.balances).toEqual([{ ...back, owedPence: 650 }])
})

test('a settlement that is not settled yet can be saved again with a share of a member who has left the band', async () => {
  const draft = { feePence: 2000, shares: shares() }
  await dee.put(settlement, draft)
  await kit.post(`/api/bands/${bandId}/leave`, {})
  const { status, body } = await dee.put(settlement, { ...draft, feePence: 3000 })
  expect([status, body.shares?.[1]]).toMatchObject([200, { displayName: 'Kit', pence: 1500 }])
})

test('after an account erasure the ledger keeps the amounts and calls the person a former member, and the miles are deleted', async () => {
  const { db } = server().services
  await dee.put(settlement, { feePence: 2000, shares: shares() })
  await dee.post(`${settlement}/settle`)
  await kit.put(`${event}/miles`, { miles: 12 })
  expect(await db`select from gig_miles where band_id = ${bandId}`).toHaveLength(1)
  expect((await kit.get('/api/me/export')).text).not.toContain('madeBy')
  await kit.delete('/api/me')
  expect(await db`select from gig_miles where band_id = ${bandId}`).toEqual([])
  expect(await balances()).toEqual([
    ['Dee', 1000],
    ['Former member', 1000],
  ])
})
