import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBandWithInvitation, createTestBand, joinBand } from '#testing/builders.ts'
import { invitationTokenIn, waitForMailTo } from '#testing/mail.ts'
import { readTextsTo, waitForTextTo } from '#testing/sms.ts'
import { nextTestPhone, useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

test('the list of invitation links shows note, inviter, date and number of uses', async () => {
  const owner = await server().createUser({ firstName: 'Dee' })
  const { id } = await createTestBand(owner)
  const path = `/api/bands/${id}/invites/general`
  expect((await owner.post(path, { note: ' Horn section \u202E' })).status).toBe(201)
  const { inviteLink } = (await owner.post(path)).body
  await (await server().createUser()).post(`/api/invites/${inviteLink.split('/invite/')[1]}/accept`)
  const createdAt = expect.stringMatching(/^\d{4}-/)
  expect((await owner.get(`/api/bands/${id}/invites`)).body).toMatchObject([
    { note: null, invitedBy: 'Dee', uses: 1, maxUses: 25, createdAt },
    { note: 'Horn section', invitedBy: 'Dee', uses: 0, maxUses: 25, createdAt },
  ])
})

test('a text invitation to a member’s number is refused with 409, and no text is sent', async () => {
  const { owner, bandId } = await createBandWithInvitation(server())
  const member = await server().createUser()
  await joinBand(owner, bandId, member)
  const { phone } = member.user
  const refused = await owner.post(`/api/bands/${bandId}/invites/phone`, { phone })
  expect([refused.status, refused.body]).toEqual([
    409,
    { code: 'conflict', message: 'Somebody with this number is already in the band' },
  ])
  await sleep(300)
  expect(await readTextsTo(owner, phone)).toEqual([])
  expect(
    (await owner.get(`/api/bands/${bandId}/invites`)).body.filter(({ kind }: { kind: string }) => kind === 'phone'),
  ).toEqual([])
})

test('demoting an admin to member revokes the open invitations that the admin created, and not those of an owner', async () => {
  const { owner, bandId, token: ownersLink } = await createBandWithInvitation(server())
  const base = `/api/bands/${bandId}`
  const admin = await server().createUser({ firstName: 'Ada' })
  const { id } = await joinBand(owner, bandId, admin)
  await owner.patch(`${base}/members/${id}`, { access: 'admin' })
  const email = `ada${id}@example.org`
  expect((await admin.post(`${base}/members/invite`, { email, role: 'Admin', displayName: 'Ada 2' })).status).toBe(201)
  const mailed = invitationTokenIn((await waitForMailTo(admin, email)).text)
  const link = (await admin.post(`${base}/invites/general`)).body.inviteLink.split('/invite/')[1]
  const phone = nextTestPhone()
  expect((await admin.post(`${base}/invites/phone`, { phone })).status).toBe(201)
  const texted = invitationTokenIn(await waitForTextTo(admin, phone))

  expect((await owner.patch(`${base}/members/${id}`, { access: 'member' })).status).toBe(200)
  const other = await server().createUser()
  for (const token of [mailed, link, texted]) {
    expect((await other.post(`/api/invites/${token}/accept`)).status).toBe(404)
  }
  expect((await owner.get(`${base}/members`)).body.map((one: { access: string }) => one.access)).toEqual([
    'owner',
    'member',
  ])
  expect((await other.post(`/api/invites/${ownersLink}/accept`)).status).toBe(200)
})

test('the open invitation link of an owner who is demoted to admin can still be accepted', async () => {
  const { owner, bandId } = await createBandWithInvitation(server())
  const base = `/api/bands/${bandId}`
  const second = await server().createUser()
  const { id } = await joinBand(owner, bandId, second)
  await owner.patch(`${base}/members/${id}`, { access: 'owner' })
  const link = (await second.post(`${base}/invites/general`)).body.inviteLink.split('/invite/')[1]
  await owner.patch(`${base}/members/${id}`, { access: 'admin' })
  expect((await (await server().createUser()).post(`/api/invites/${link}/accept`)).status).toBe(200)
})

test('a repeated invitation request with the same idempotency key is refused with 403 once the caller has lost the permission to invite', async () => {
  const { owner, bandId } = await createBandWithInvitation(server())
  const base = `/api/bands/${bandId}`
  const admin = await server().createUser()
  const { id } = await joinBand(owner, bandId, admin)
  await owner.patch(`${base}/members/${id}`, { access: 'admin' })
  const requests: [string, object | undefined][] = [
    ['invites/general', undefined],
    ['invites/phone', { phone: nextTestPhone() }],
    ['members/invite', { email: `kept${id}@example.org`, role: 'Drums', displayName: 'Kit' }],
  ]
  const repeat = () =>
    Promise.all(
      requests.map(([path, body]) => admin.post(`${base}/${path}`, body, { 'idempotency-key': `kept ${path}` })),
    )
  expect((await repeat()).map(({ status }) => status)).toEqual([201, 201, 201])
  await owner.patch(`${base}/members/${id}`, { access: 'member' })
  for (const { status, body } of await repeat()) {
    expect([status, body]).toEqual([403, { code: 'not_allowed', message: 'You are not allowed to do that' }])
  }
})
