import { expect, test } from 'vitest'
import { createTestBand, joinBand } from '#testing/builders.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

test('a user who joins by the general link gets member access without permissions, and is listed after the owner', async () => {
  const dee = await server().createUser({ firstName: 'Dee' })
  const band = await createTestBand(dee)
  const kit = await server().createUser({ firstName: 'Kit' })
  const membership = await joinBand(dee, band.id, kit)
  expect(membership).toMatchObject({ access: 'member', displayName: 'Kit', permissions: [] })
  const members = await dee.get(`/api/bands/${band.id}/members`)
  expect(members.body.map((one: { displayName: string }) => one.displayName)).toEqual(['Dee', 'Kit'])
})

test('a member can edit their own role, icon and color in a band, and gets 403 for an edit of another member’s role', async () => {
  const dee = await server().createUser()
  const band = await createTestBand(dee)
  const kit = await server().createUser()
  const { id } = await joinBand(dee, band.id, kit)
  const own = await kit.patch(`/api/bands/${band.id}/members/${id}`, {
    role: 'Bass Guitar',
    icon: 'bass',
    color: '#9333ea',
  })
  expect([own.status, own.body]).toMatchObject([
    200,
    { role: 'Bass Guitar', icon: 'bass', color: '#9333ea', access: 'member' },
  ])
  const others = await kit.patch(`/api/bands/${band.id}/members/${band.membership.id}`, { role: 'Roadie' })
  expect([others.status, others.body.message]).toEqual([403, 'You can only edit your own card'])
})

test.each(['owner', 'admin', '\uFF4F\uFF57\uFF4E\uFF45\uFF52'])(
  'a member with the role label "%s" keeps member access without permissions, and gets 403 for a change to owner access',
  async (role) => {
    const dee = await server().createUser()
    const band = await createTestBand(dee)
    const kit = await server().createUser()
    const { id } = await joinBand(dee, band.id, kit)
    expect((await kit.patch(`/api/bands/${band.id}/members/${id}`, { role })).body).toMatchObject({
      access: 'member',
      permissions: [],
    })
    expect((await kit.patch(`/api/bands/${band.id}/members/${id}`, { access: 'owner' })).status).toBe(403)
  },
)

test('an owner cannot change their own access, and of two owners who demote each other in parallel one stays an owner', async () => {
  const dee = await server().createUser()
  const band = await createTestBand(dee)
  const kit = await server().createUser()
  const { id } = await joinBand(dee, band.id, kit)
  expect((await dee.patch(`/api/bands/${band.id}/members/${band.membership.id}`, { access: 'member' })).status).toBe(
    403,
  )
  expect((await dee.patch(`/api/bands/${band.id}/members/${id}`, { access: 'owner' })).body.permissions).toContain(
    'members.access',
  )
  const answers = await Promise.all([
    dee.patch(`/api/bands/${band.id}/members/${id}`, { access: 'member' }),
    kit.patch(`/api/bands/${band.id}/members/${band.membership.id}`, { access: 'member' }),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
})
