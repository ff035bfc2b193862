// A member reads no ledger entry of another member. Each reply to a member, also the export of their data, is searched for canaries.

import { beforeAll, expect, test } from 'vitest'
import { createAccessFixture, endpointNameOf, makeValidRequest, sendRequest } from '#testing/access-fixture.ts'
import type { AccessFixture } from '#testing/access-roles.ts'
import { createTestGig, eventPathOf } from '#testing/builders.ts'
import { addEntry } from '#testing/money.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let scene: AccessFixture
let ledger: string

/** Adds an expense of an admin, a payment to the admin, and a settlement without the member. */
beforeAll(async () => {
  scene = await createAccessFixture(server())
  const { band, callers, memberships } = scene
  ledger = `/api/bands/${band.id}/ledger`
  await addEntry(callers.admin, band.id, { kind: 'expense', pence: 7_654_321, note: 'Canary strings' })
  // Members see the pot: the income makes its amount differ from that of the expense.
  await addEntry(callers.owner, band.id, { kind: 'income', pence: 100 })
  const payment = { kind: 'payment', membershipId: memberships.admin.id, pence: 7_654_322, note: 'Canary payment' }
  await addEntry(callers.owner, band.id, payment)
  const gig = eventPathOf(await createTestGig(callers.owner, band.id, { date: '2027-02-01' }))
  const shares = [{ membershipId: memberships.admin.id, weight: 1 }]
  const costs = [{ label: 'Canary van', pence: 7_654_323, paidBy: memberships.admin.id }]
  await callers.owner.put(`${gig}/settlement`, { feePence: 17_654_326, costs, shares })
  await callers.owner.post(`${gig}/settlement/settle`)
})

const canaries = /Canary (strings|payment|van)|765432[123]|17654326|10000003|76543\.2|176543\.26/

test('the search text of these tests is found in the ledger and the statement that an owner reads, and in the data export of the admin whom the entries are about', async () => {
  for (const path of ['', `/statement?taxYear=2026&membershipId=${scene.memberships.admin.id}`])
    expect((await scene.callers.owner.get(ledger + path)).text).toMatch(canaries)
  expect((await scene.callers.admin.get('/api/me/export')).text).toMatch(canaries)
})

test('no GET endpoint returns to a member a ledger entry of another member', async () => {
  const gets = server()
    .app.served.map(({ endpoint }) => endpointNameOf(endpoint))
    .filter((name) => name.startsWith('GET '))
  expect(gets).toContain('GET /api/me/export')
  expect(gets).toContain('GET /api/me/notices')
  expect(gets).toContain('GET /api/bands/:bandId/activity')
  for (const name of gets) {
    const { text } = await sendRequest(name, await makeValidRequest(scene, name, 'member'))
    expect([name, canaries.exec(text)?.[0]]).toEqual([name, undefined])
  }
})

test('a member reads no ledger entry of another member by person id, membership id, entry id, dates or a later page', async () => {
  const { owner, member } = scene.callers
  const { entries } = (await owner.get(ledger)).body
  const { personId, id } = entries.find(({ note }: { note: string }) => note === 'Canary strings')
  for (const query of [`?personId=${personId}`, `?before=${id}`, '?from=2020-01-01&to=2030-01-01'])
    expect([query, canaries.test((await member.get(ledger + query)).text)]).toEqual([query, false])
  for (const who of [`personId=${personId}`, `membershipId=${scene.memberships.admin.id}`])
    expect([who, (await member.get(`${ledger}/statement?taxYear=2026&${who}`)).status]).toEqual([who, 403])
  expect((await member.get(`${ledger}/${id}/receipt`)).status).toBe(404)
  const same = { id, kind: 'expense', pence: 1 }
  const reply = await member.post(ledger, same)
  expect([reply.status, canaries.test(reply.text)]).toEqual([409, false])
})
