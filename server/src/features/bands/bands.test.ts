// Bands over the wire.

import { expect, test } from 'vitest'
import { aBand, joinBand } from '#testing/builders.ts'
import { useWorld } from '#testing/world.ts'

const world = useWorld()

test('the creator is the owner, whatever their label says', async () => {
  const dee = await world().person()
  const band = await aBand(dee, { role: 'Roadie' })
  expect(band.membership).toMatchObject({ access: 'owner', role: 'Roadie', status: 'active', userId: dee.user.id })
  expect(band).toMatchObject({ name: 'The Night Buses', allowedEventTypes: ['practice', 'public_gig'], version: 1 })
})

test('an empty label becomes "owner"', async () => {
  const band = await aBand(await world().person(), { role: '  ' })
  expect(band.membership.role).toBe('owner')
})

test('an outsider is told that the band does not exist', async () => {
  const band = await aBand(await world().person())
  const outsider = await world().person()
  const answer = await outsider.get(`/api/bands/${band.id}`)
  expect([answer.status, answer.body.code]).toEqual([404, 'not_found'])
})

test('a member joins by the general link and is listed after the owner', async () => {
  const dee = await world().person({ firstName: 'Dee' })
  const band = await aBand(dee)
  const kit = await world().person({ firstName: 'Kit' })
  const membership = await joinBand(dee, band.id, kit)
  expect(membership).toMatchObject({ access: 'member', displayName: 'Kit', permissions: [] })
  const members = await dee.get(`/api/bands/${band.id}/members`)
  expect(members.body.map((one: { displayName: string }) => one.displayName)).toEqual(['Dee', 'Kit'])
})
