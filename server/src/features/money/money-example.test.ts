import { readFileSync } from 'node:fs'
import { formatPounds } from '@gaffer/domain/shared/pounds'
import type { Balance } from '@gaffer/domain/money/ledger'
import { expect, test } from 'vitest'
import { createTestBand, createTestGig, eventPathOf, joinBand } from '#testing/builders.ts'
import { askDeps, createTestDep, waitForDepLinkPath } from '#testing/dep-helpers.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
const page = readFileSync(new URL('../../../../docs/money.md', import.meta.url), 'utf8')

/** "£80.00", as the page writes amounts. */
const pounds = (pence: number) => formatPounds(pence).replace(/^(£[\d,]+)$/, '$1.00')
const amountsOfPage = () =>
  Object.fromEntries(
    [...page.matchAll(/^\| (.+?)(?:[:,] .*)? \| (£[\d,.]+) \|$/gm)].map(([, what, amount]) => [what, amount]),
  )

test('the example in docs/money.md has the amounts that the server computes and the balances after settling', async () => {
  const [dee, kit, ros] = await Promise.all(
    ['Dee', 'Kit', 'Ros'].map((displayName) => server().createUser({ displayName })),
  )
  const { id: bandId, membership } = await createTestBand(dee!)
  const members = [membership, await joinBand(dee!, bandId, kit!), await joinBand(dee!, bandId, ros!)]
  const event = eventPathOf(await createTestGig(dee!, bandId))
  const tom = await createTestDep(dee!, bandId, { name: 'Tom' })
  await askDeps(dee!, event, [tom], { feePence: 8000 })
  await dee!.post(await waitForDepLinkPath(dee!, tom), { answer: 'yes' })
  const { body } = await dee!.put(`${event}/settlement`, {
    feePence: 50_000,
    agentPercent: 15,
    costs: [{ label: 'Fuel', pence: 4050, paidBy: members[1]!.id }],
    potPercent: 10,
    shares: members.map(({ id }, at) => ({ membershipId: id, weight: at === 2 ? 1.5 : 1 })),
  })
  const [fuel, dep] = [body.costs[0].pence, body.deps[0].pence]
  const [deesShare, kitsShare, rossShare] = body.shares.map(({ pence }: { pence: number }) => pence)
  const left = body.feePence - body.agentPence - fuel - dep
  expect(amountsOfPage()).toEqual({
    Fee: pounds(body.feePence),
    Agent: pounds(body.agentPence),
    Fuel: pounds(fuel),
    Tom: pounds(dep),
    Left: pounds(left),
    Pot: pounds(body.potPence),
    'For the shares': pounds(left - body.potPence),
    Dee: pounds(deesShare),
    Kit: pounds(kitsShare),
    Ros: pounds(rossShare),
  })
  await dee!.post(`${event}/settlement/settle`)
  const { balances, potPence } = (await dee!.get(`/api/bands/${bandId}/ledger`)).body
  const owed = (balances as Balance[]).map(({ displayName, owedPence }) => `${displayName} ${pounds(owedPence)}`)
  expect(owed).toEqual(['Dee £78.30', 'Kit £118.80', 'Ros £117.45'])
  expect(page.replaceAll('\n', ' ')).toContain(
    `Now the band owes ${owed[0]}, ${owed[1]} (share and fuel) and ${owed[2]}, and the pot has ${pounds(potPence)} more.`,
  )
})
