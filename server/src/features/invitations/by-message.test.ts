import { expect, test } from 'vitest'
import type { InvitationListItem } from '@gaffer/domain/invitations/invitation'
import { hashSecret } from '#platform/keys.ts'
import { createTestBand, joinBand } from '#testing/builders.ts'
import { listColumnMatches } from '#testing/columns.ts'
import { invitationTokenIn, waitForMailTo } from '#testing/mail.ts'
import { readTextsTo, waitForTextTo, signInBySms } from '#testing/sms.ts'
import { testClock } from '#testing/test-clock.ts'
import { nextTestPhone, useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
let addresses = 0
const nextAddress = () => `sal${(addresses += 1)}@example.org`

async function createBandWithOwner(name = 'The Night Buses') {
  const owner = await server().createUser({ firstName: 'Dee' })
  const band = await createTestBand(owner, { name })
  const base = `/api/bands/${band.id}`
  const inviteByMail = (input: object = {}) =>
    owner.post(`${base}/members/invite`, { email: nextAddress(), role: 'Keyboards', displayName: 'Sal', ...input })
  return { owner, band, base, inviteByMail }
}

test('the link of an invitation mail activates the membership that was created with the invitation, and is 404 afterwards; its token is stored only as a hash', async () => {
  const { owner, band, base, inviteByMail } = await createBandWithOwner()
  const email = nextAddress()
  const card = await inviteByMail({ email, icon: 'piano', color: '#2563eb' })
  expect([card.status, card.body]).toMatchObject([
    201,
    {
      status: 'invited',
      userId: null,
      access: 'member',
      permissions: [],
      joinedAt: null,
      user: { displayName: null, email },
    },
  ])
  const { subject, text } = await waitForMailTo(owner, email)
  expect(subject).toBe('You are invited to join The Night Buses on Gaffer')
  expect(text).toMatch(/^Dee invites you to join The Night Buses on Gaffer\n/)
  const token = invitationTokenIn(text)
  expect(await server().services.db`select from invitations where token_hash = ${hashSecret(token)}`).toHaveLength(1)
  expect(await listColumnMatches(server(), [token])).toEqual([])

  const sal = server().newClient()
  expect((await sal.get(`/api/invites/${token}`)).body).toMatchObject({ kind: 'email', invitedBy: 'Dee' })
  await sal.post('/auth/invite', { token })
  expect((await signInBySms(sal, nextTestPhone())).body.joinedBandId).toBe(band.id)
  expect((await sal.get('/api/me')).body.bands).toMatchObject([
    { id: card.body.id, status: 'active', displayName: 'Sal', role: 'Keyboards', icon: 'piano', color: '#2563eb' },
  ])
  expect((await owner.get(`${base}/invites`)).body).toEqual([])
  expect((await server().newClient().get(`/api/invites/${token}`)).status).toBe(404)
})

test.each([
  ['Admin', 'admin'],
  ['  aDMIN ', 'admin'],
  ['owner', 'member'],
  ['Administrator', 'member'],
  ['\uFF21\uFF44\uFF4D\uFF49\uFF4E', 'member'],
  ['adm\u0131n', 'member'],
  ['\u0430dmin', 'member'],
  ['\uFF2F\uFF37\uFF2E\uFF25\uFF32', 'member'],
  ['0wner', 'member'],
])('an invited member with the role label "%s" gets %s access', async (role, access) => {
  const { owner, base, inviteByMail } = await createBandWithOwner()
  const email = nextAddress()
  await inviteByMail({ email, role })
  const sal = await server().createUser({ firstName: 'Sal' })
  await sal.post(`/api/invites/${invitationTokenIn((await waitForMailTo(owner, email)).text)}/accept`)
  expect((await sal.get('/api/me')).body.bands).toMatchObject([{ access }])
  expect((await sal.get(`${base}/invites`)).status).toBe(access === 'admin' ? 200 : 403)
})

test('an invited member cannot be given owner access before joining, neither by an edit (403) nor in the invitation (400)', async () => {
  const { owner, base, inviteByMail } = await createBandWithOwner()
  const { body } = await inviteByMail()
  const answer = await owner.patch(`${base}/members/${body.id}`, { access: 'owner' })
  expect([answer.status, answer.body.message]).toEqual([403, 'They have not joined yet'])
  const extra = await inviteByMail({ access: 'owner' })
  expect(extra.status).toBe(400)
})

test('the subject of an invitation mail has the band name unescaped, and a text invitation says “your band” instead of a band name that looks like a URL', async () => {
  const { owner, inviteByMail } = await createBandWithOwner('<img src=x> & Sons')
  const email = nextAddress()
  await inviteByMail({ email })
  const { subject } = await waitForMailTo(owner, email)
  expect(subject).toContain('<img src=x> & Sons')
  const phisher = await createBandWithOwner('Refund at evil.example/pay')
  const phone = nextTestPhone()
  await phisher.owner.post(`${phisher.base}/invites/phone`, { phone })
  expect(await waitForTextTo(owner, phone)).toMatch(/^Dee invites you to join your band on Gaffer http/)
})

test('a second invitation to the same email address is 409 until the first one expires', async () => {
  const { owner, base, inviteByMail } = await createBandWithOwner()
  const email = nextAddress()
  const first = await inviteByMail({ email })
  const again = await inviteByMail({ email: email.toUpperCase() })
  expect([again.status, again.body.message]).toEqual([409, 'Somebody with this email has been invited already'])
  await server().services
    .db`update invitations set expires_at = ${testClock.now()} where membership_id = ${first.body.id}`
  expect((await inviteByMail({ email })).status).toBe(201)
  expect((await owner.get(`${base}/members`)).body).toHaveLength(2)
})

test('a user with another phone number gets 403 for accepting a text invitation, and a sign-in with the invited number joins the band without the link', async () => {
  const { owner, band, base } = await createBandWithOwner()
  const phone = nextTestPhone()
  const { status, body } = await owner.post(`${base}/invites/phone`, { phone: `0${phone.slice(3)}` })
  expect([status, body]).toEqual([201, { phone, expiresAt: expect.any(String) }])
  const token = invitationTokenIn(await waitForTextTo(owner, phone))
  const other = await server().createUser()
  expect((await other.post(`/api/invites/${token}/accept`)).status).toBe(403)
  const newcomer = server().newClient()
  expect((await signInBySms(newcomer, phone)).body.joinedBandId).toBe(band.id)
  expect((await server().newClient().get(`/api/invites/${token}`)).status).toBe(404)
})

test('a user who joins several bands gets a different colour in each, even if the inviters of two bands chose the same colour', async () => {
  const sal = await server().createUser({ firstName: 'Sal' })
  for (const invite of ['mail', 'mail', 'link', 'link']) {
    const { owner, base, inviteByMail } = await createBandWithOwner()
    const email = nextAddress()
    if (invite === 'mail') await inviteByMail({ email, icon: 'drum', color: '#dc2626' })
    const token =
      invite === 'mail'
        ? invitationTokenIn((await waitForMailTo(owner, email)).text)
        : (await owner.post(`${base}/invites/general`)).body.inviteLink.split('/invite/')[1]
    expect((await sal.post(`/api/invites/${token}/accept`)).status).toBe(200)
  }
  const colors = (await sal.get('/api/me')).body.bands.map(({ color }: { color: string }) => color)
  expect(colors).toContain('#dc2626')
  expect(new Set(colors).size).toBe(4)
})

test('the optional name of a text invitation is in the list of invitations until the invited user joins', async () => {
  const { owner, base } = await createBandWithOwner()
  const [named, unnamed] = [nextTestPhone(), nextTestPhone()]
  await owner.post(`${base}/invites/phone`, { phone: named, name: '  Sal \n Perry ' })
  await owner.post(`${base}/invites/phone`, { phone: unnamed, name: ' ' })
  expect((await owner.get(`${base}/invites`)).body).toMatchObject([
    { kind: 'phone', phone: unnamed, displayName: null },
    { kind: 'phone', phone: named, displayName: 'Sal Perry' },
  ])
  await signInBySms(server().newClient(), named)
  expect((await owner.get(`${base}/invites`)).body).toMatchObject([{ phone: unnamed }])
})

test('a text invitation with a name that is too long or not a string is 400', async () => {
  const { owner, base } = await createBandWithOwner()
  for (const name of ['x'.repeat(81), 7, ['Sal']]) {
    const { status, body } = await owner.post(`${base}/invites/phone`, { phone: nextTestPhone(), name })
    expect([status, body.issues]).toMatchObject([400, [{ path: 'name' }]])
  }
})

test('a second text invitation to the same number revokes the first link', async () => {
  const { owner, base } = await createBandWithOwner()
  const phone = nextTestPhone()
  await owner.post(`${base}/invites/phone`, { phone })
  const first = invitationTokenIn(await waitForTextTo(owner, phone))
  await owner.post(`${base}/invites/phone`, { phone })
  const second = invitationTokenIn(await waitForTextTo(owner, phone, 2))
  expect((await server().newClient().get(`/api/invites/${first}`)).status).toBe(404)
  expect((await server().newClient().get(`/api/invites/${second}`)).status).toBe(200)
  expect((await owner.get(`${base}/invites`)).body).toMatchObject([{ kind: 'phone', phone, uses: 0, maxUses: 1 }])
})

test('open invitations are listed without tokens, and revoking an invitation makes its link 404 and deletes the membership of the invited person', async () => {
  const { owner, base, inviteByMail } = await createBandWithOwner()
  const email = nextAddress()
  const card = await inviteByMail({ email })
  const token = invitationTokenIn((await waitForMailTo(owner, email)).text)
  await owner.post(`${base}/invites/general`)
  const list = await owner.get(`${base}/invites`)
  expect(list.body).toMatchObject([
    { kind: 'general', uses: 0, maxUses: 25, invitedBy: 'Dee', email: null },
    { kind: 'email', email, displayName: 'Sal', membershipId: card.body.id },
  ])
  expect(list.text).not.toContain(token)
  for (const { id } of list.body) expect((await owner.delete(`${base}/invites/${id}`)).status).toBe(204)
  expect((await owner.get(`${base}/invites`)).body).toEqual([])
  expect((await owner.get(`${base}/members`)).body).toHaveLength(1)
  expect((await server().newClient().get(`/api/invites/${token}`)).status).toBe(404)
  expect((await owner.delete(`${base}/invites/${list.body[0].id}`)).status).toBe(404)
})

test('removing an invited member makes the invitation link 404, and the owner of another band gets 404 for revoking the invitation', async () => {
  const { owner, base, inviteByMail } = await createBandWithOwner()
  const email = nextAddress()
  const card = await inviteByMail({ email })
  const [{ id }] = (await owner.get(`${base}/invites`)).body
  const elsewhere = await createBandWithOwner()
  expect((await elsewhere.owner.delete(`${elsewhere.base}/invites/${id}`)).status).toBe(404)
  const token = invitationTokenIn((await waitForMailTo(owner, email)).text)
  expect((await owner.delete(`${base}/members/${card.body.id}`)).status).toBe(204)
  expect((await server().newClient().get(`/api/invites/${token}`)).status).toBe(404)
})

test('of a parallel acceptance and revocation of an invitation exactly one succeeds', async () => {
  const { owner, base, inviteByMail } = await createBandWithOwner()
  for (let round = 0; round < 5; round += 1) {
    const email = nextAddress()
    const card = await inviteByMail({ email })
    const token = invitationTokenIn((await waitForMailTo(owner, email)).text)
    const [{ id }] = (await owner.get(`${base}/invites`)).body
    const sal = await server().createUser()
    const [accepted, revoked] = await Promise.all([
      sal.post(`/api/invites/${token}/accept`),
      owner.delete(`${base}/invites/${id}`),
    ])
    expect([
      [200, 404],
      [404, 204],
    ]).toContainEqual([accepted.status, revoked.status])
    const bands = (await sal.get('/api/me')).body.bands
    expect(bands.map((band: { id: string }) => band.id)).toEqual(accepted.status === 200 ? [card.body.id] : [])
  }
})

test('a user who accepts two invitations in parallel gets one membership', async () => {
  const { owner, base, inviteByMail } = await createBandWithOwner()
  const email = nextAddress()
  await inviteByMail({ email })
  const byMail = invitationTokenIn((await waitForMailTo(owner, email)).text)
  const { inviteLink } = (await owner.post(`${base}/invites/general`)).body
  const sal = await server().createUser()
  const answers = await Promise.all([
    sal.post(`/api/invites/${byMail}/accept`),
    sal.post(`/api/invites/${inviteLink.split('/invite/')[1]}/accept`),
  ])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await sal.get('/api/me')).body.bands).toHaveLength(1)
})

test('an admin who is demoted while inviting has no open invitation afterwards and gets 403 for a further invitation', async () => {
  const { owner, base, band } = await createBandWithOwner()
  const ada = await server().createUser()
  const { id } = await joinBand(owner, band.id, ada)
  await owner.patch(`${base}/members/${id}`, { access: 'admin' })
  const phone = nextTestPhone()
  const invite = () => ada.post(`${base}/invites/phone`, { phone: nextTestPhone() })
  expect((await invite()).status).toBe(201)
  const invitations = [invite(), invite(), invite()]
  const demotion = owner.patch(`${base}/members/${id}`, { access: 'member' })
  invitations.push(invite(), invite())
  expect((await demotion).status).toBe(200)
  for (const { status } of await Promise.all(invitations)) expect([201, 403]).toContain(status)
  expect((await ada.post(`${base}/invites/phone`, { phone })).status).toBe(403)
  const open = (await owner.get(`${base}/invites`)).body as InvitationListItem[]
  expect(open.filter(({ kind }) => kind !== 'general')).toEqual([])
  expect(await readTextsTo(owner, phone)).toEqual([])
})

test('a band can send ten text invitations an hour, counting parallel and revoked ones', async () => {
  const { owner, base } = await createBandWithOwner()
  const answers = await Promise.all(
    Array.from({ length: 14 }, () => owner.post(`${base}/invites/phone`, { phone: nextTestPhone() })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([
    ...Array<number>(10).fill(201),
    ...Array<number>(4).fill(429),
  ])
  const refused = answers.find(({ status }) => status === 429)
  const seconds = Number(refused?.headers.get('retry-after'))
  expect([seconds > 3500, seconds <= 3600]).toEqual([true, true])
  for (const { id } of (await owner.get(`${base}/invites`)).body) await owner.delete(`${base}/invites/${id}`)
  expect((await owner.post(`${base}/invites/phone`, { phone: nextTestPhone() })).status).toBe(429)
})

test('one number gets at most three text invitations a day, from all bands together', async () => {
  const phone = nextTestPhone()
  const statuses = []
  for (let band = 0; band < 4; band += 1) {
    const { owner, base } = await createBandWithOwner()
    statuses.push((await owner.post(`${base}/invites/phone`, { phone })).status)
  }
  expect(statuses).toEqual([201, 201, 201, 429])
})
