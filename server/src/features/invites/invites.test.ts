// Invitations: every way in, every dead end, and who may open the door.

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inviteFirstFounder } from './service.ts'
import { aBand, joinBand } from '#testing/builders.ts'
import type { Caller } from '#testing/caller.ts'
import { hashSecret } from '#keys.ts'
import { findTraces } from '#testing/columns.ts'
import { invitationIn, mailTo } from '#testing/mail.ts'
import { messagesTo, messageTo, signInBySms } from '#testing/sms.ts'
import { aPhone, startWorld, useWorld } from '#testing/world.ts'

const world = useWorld()
const dead = { code: 'not_found', message: 'This invitation is no longer valid' }

async function anInvitation(): Promise<{ owner: Caller; bandId: string; token: string }> {
  const owner = await world().person({ firstName: 'Dee' })
  const band = await aBand(owner)
  const { body } = await owner.post(`/api/bands/${band.id}/invites/general`)
  return { owner, bandId: band.id, token: body.inviteLink.split('/invite/')[1] }
}

const setTerms = (token: string, assignment: string) =>
  world().deps.db.unsafe(
    `update invitations set ${assignment} where token_hash = '\\x${hashSecret(token).toString('hex')}'`,
  )

test('a general link has 256 random bits, 25 uses and 7 days, and only its hash is stored', async () => {
  const { token } = await anInvitation()
  expect(token).toMatch(/^[\w-]{43}$/)
  const [row] = await world().deps.db<{ max_uses: number; days: number; whole: string }[]>`
    select max_uses, extract(epoch from expires_at - now())::float8 / 86400 as days, i::text as whole
    from invitations i where token_hash = ${hashSecret(token)}`
  expect(row?.max_uses).toBe(25)
  expect(Math.round(row?.days ?? 0)).toBe(7)
  expect(row?.whole).not.toContain(token)
})

test('a link asked for twice with one key is told twice, and yet nowhere in the database', async () => {
  const owner = await world().person()
  const { id } = await aBand(owner)
  await world().deps.db`update users set platform_admin = true where id = ${owner.user.id}`
  for (const path of [`/api/bands/${id}/invites/general`, '/api/platform/invites']) {
    const key = { 'idempotency-key': `a double click on ${path}` }
    const [first, again] = [await owner.post(path, undefined, key), await owner.post(path, undefined, key)]
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text])
    expect(await findTraces(world(), [first.body.inviteLink.split('/invite/')[1]])).toEqual([])
  }
})

test('what is told of a link is kept nowhere, and no page that is opened from it learns it', async () => {
  const { token } = await anInvitation()
  for (const path of [`/api/invites/${token}`, '/api/invites/none']) {
    const { headers } = await world().stranger().get(path)
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer'])
  }
})

test('anybody with the link sees who invites them where, and looking uses nothing up', async () => {
  const { token } = await anInvitation()
  for (let look = 0; look < 3; look += 1) {
    const { status, body } = await world().stranger().get(`/api/invites/${token}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      kind: 'general',
      band: { name: 'The Night Buses', avatarUrl: null, color: '#6b7280' },
      invitedBy: 'Dee',
    })
  }
  const [row] = await world().deps.db`select uses from invitations where token_hash = ${hashSecret(token)}`
  expect(row?.['uses']).toBe(0)
})

test.each([
  ['expired', `expires_at = now()`],
  ['used up', `uses = max_uses`],
  ['revoked', `revoked_at = now()`],
])('an invitation that is %s is as dead as one that never was', async (_, assignment) => {
  const { token } = await anInvitation()
  await setTerms(token, assignment)
  const person = await world().person()
  for (const answer of [
    await world().stranger().get(`/api/invites/${token}`),
    await world().stranger().post('/auth/invite', { token }),
    await person.post(`/api/invites/${token}/accept`),
    await world().stranger().get('/api/invites/never-was-one'),
  ]) {
    expect([answer.status, answer.body]).toEqual([404, dead])
  }
})

test('twenty who accept a link with one use left make one member', async () => {
  const { token, bandId, owner } = await anInvitation()
  await setTerms(token, 'max_uses = 1')
  const people = await Promise.all(Array.from({ length: 20 }, () => world().person()))
  const answers = await Promise.all(people.map((person) => person.post(`/api/invites/${token}/accept`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(404)])
  expect((await owner.get(`/api/bands/${bandId}/members`)).body).toHaveLength(2)
})

test('accepting twice joins once and costs one use', async () => {
  const { token, bandId, owner } = await anInvitation()
  const kit = await world().person()
  for (let time = 0; time < 2; time += 1) {
    expect((await kit.post(`/api/invites/${token}/accept`)).body).toEqual({ bandId })
  }
  expect((await owner.get(`/api/bands/${bandId}/members`)).body).toHaveLength(2)
  const [row] = await world().deps.db`select uses from invitations where token_hash = ${hashSecret(token)}`
  expect(row?.['uses']).toBe(1)
})

test('somebody with an account who signs in holding a link joins the band', async () => {
  const { token, bandId } = await anInvitation()
  const { user } = await world().person()
  const browser = world().stranger()
  await browser.post('/auth/invite', { token })
  expect((await signInBySms(browser, user.phone)).body.joinedBandId).toBe(bandId)
})

test('a member cannot make a link; an admin can', async () => {
  const { owner, bandId } = await anInvitation()
  const kit = await world().person()
  const membership = await joinBand(owner, bandId, kit)
  const refused = await kit.post(`/api/bands/${bandId}/invites/general`)
  expect([refused.status, refused.body.code]).toEqual([403, 'not_allowed'])
  await world().deps.db`update memberships set access = 'admin' where id = ${membership.id}`
  expect((await kit.post(`/api/bands/${bandId}/invites/general`)).status).toBe(201)
})

test('founder invitations are for platform admins to make', async () => {
  const person = await world().person()
  const refused = await person.post('/api/platform/invites')
  expect([refused.status, refused.body]).toEqual([
    403,
    { code: 'not_allowed', message: 'You are not allowed to do that' },
  ])
  await world().deps.db`update users set platform_admin = true where id = ${person.user.id}`
  const { status, body } = await person.post('/api/platform/invites')
  expect(status).toBe(201)
  const preview = await world()
    .stranger()
    .get(`/api/invites/${body.inviteLink.split('/invite/')[1]}`)
  expect(preview.body).toMatchObject({ kind: 'founder', band: null, invitedBy: 'Dee' })
})

test('an unused Gaffer invites its founder, whose account administers the platform; after that it invites nobody', async () => {
  const empty = await startWorld()
  try {
    const first = await inviteFirstFounder(empty.deps)
    const again = await inviteFirstFounder(empty.deps)
    const founder = empty.stranger()
    const tokenOf = (link: { inviteLink: string } | null) => link?.inviteLink.split('/invite/')[1] as string
    expect((await founder.post('/auth/invite', { token: tokenOf(first) })).status).toBe(404)
    expect((await founder.post('/auth/invite', { token: tokenOf(again) })).status).toBe(204)
    const answer = await signInBySms(founder, aPhone())
    expect(answer.body).toMatchObject({ joinedBandId: null, user: { platformAdmin: true } })
    expect(await inviteFirstFounder(empty.deps)).toBeNull()
  } finally {
    await empty.stop()
  }
})

test('a link asked for by somebody who is being removed is not made', async () => {
  const { owner, bandId } = await anInvitation()
  const guest = await world().person()
  const membership = await joinBand(owner, bandId, guest)
  await owner.patch(`/api/bands/${bandId}/members/${membership.id}`, { access: 'admin' })
  let answer: ReturnType<Caller['post']> | undefined
  await world().deps.db.begin(async (tx) => {
    await tx`select from bands where id = ${bandId} for no key update`
    await tx`delete from memberships where id = ${membership.id}`
    answer = guest.post(`/api/bands/${bandId}/invites/general`)
    await sleep(300)
  })
  expect((await answer)?.status).toBe(404)
  const links = await world().deps.db`select from invitations where invited_by = ${guest.user.id}`
  expect(links.length).toBe(0)
})

/** A text from another band to that number, and the token in it. */
async function aTextTo(
  phone: string,
  sender?: { owner: Caller; bandId: string },
): Promise<{ bandId: string; token: string }> {
  const { owner, bandId } = sender ?? (await anInvitation())
  const sent = await messagesTo(owner, phone)
  expect((await owner.post(`/api/bands/${bandId}/invites/phone`, { phone })).status).toBe(201)
  return { bandId, token: invitationIn(await messageTo(owner, phone, sent.length + 1)) }
}

test('a newcomer who holds a dead invitation does not join another band by a text of that band', async () => {
  const { token } = await anInvitation()
  const phone = aPhone()
  await aTextTo(phone)
  const newcomer = world().stranger()
  expect((await newcomer.post('/auth/invite', { token })).status).toBe(204)
  await setTerms(token, 'revoked_at = now()')
  const before = await messagesTo(newcomer, phone)
  expect((await newcomer.post('/auth/phone/send-code', { phone })).status).toBe(202)
  await sleep(500)
  expect(await messagesTo(newcomer, phone)).toEqual(before)
  expect((await newcomer.post('/auth/phone/verify-code', { phone, code: '123456' })).status).toBe(401)
})

test("a member who holds another number's invitation does not join another band by a text to their own number", async () => {
  const member = await world().person()
  await aTextTo(member.user.phone)
  const { token } = await aTextTo(aPhone())
  const browser = world().stranger()
  await browser.post('/auth/invite', { token })
  expect((await signInBySms(browser, member.user.phone)).body.joinedBandId).toBeNull()
  expect((await browser.get('/api/me')).body.bands).toEqual([])
})

test('an older text that a newer one of the same band has ended still leads into that band', async () => {
  const { owner, bandId } = await anInvitation()
  const phone = aPhone()
  const { token } = await aTextTo(phone, { owner, bandId })
  const newcomer = world().stranger()
  await newcomer.post('/auth/invite', { token })
  await aTextTo(phone, { owner, bandId })
  expect((await signInBySms(newcomer, phone)).body.joinedBandId).toBe(bandId)
})

test('the held invitation is shown to its own browser without its token, and of the number only the last digits', async () => {
  const held = async (caller: Caller) => caller.get('/auth/invite')
  const browser = world().stranger()
  expect((await held(browser)).body).toBeNull()
  const phone = aPhone()
  const { token } = await aTextTo(phone)
  await browser.post('/auth/invite', { token })
  const { status, body, text, headers } = await held(browser)
  expect([status, body]).toEqual([
    200,
    {
      kind: 'phone',
      band: { name: 'The Night Buses', avatarUrl: null, color: '#6b7280' },
      invitedBy: 'Dee',
      expiresAt: expect.any(String),
      phoneEnding: phone.slice(-3),
    },
  ])
  expect(headers.get('cache-control')).toBe('no-store')
  expect(text).not.toContain(token)
  expect(text).not.toContain(phone.slice(3, -3))
  expect((await held(world().stranger())).body).toBeNull()
  await setTerms(token, 'revoked_at = now()')
  expect((await held(browser)).body).toBeNull()
})

test('the held general link names no number', async () => {
  const { token } = await anInvitation()
  const browser = world().stranger()
  await browser.post('/auth/invite', { token })
  expect((await browser.get('/auth/invite')).body).toMatchObject({ kind: 'general', phoneEnding: null })
})

test('the send-code answer is the same bytes with and without a held invitation to another number', async () => {
  const { token } = await aTextTo(aPhone())
  const [holder, other] = [world().stranger(), world().stranger()]
  await holder.post('/auth/invite', { token })
  const answers = await Promise.all(
    [holder, other].map((caller) => caller.post('/auth/phone/send-code', { phone: aPhone() })),
  )
  expect(answers[0]?.text).toBe(answers[1]?.text)
  expect(answers.map(({ status }) => status)).toEqual([202, 202])
})

test('the list tells links apart by note, maker and date, and how many have joined', async () => {
  const owner = await world().person({ firstName: 'Dee' })
  const { id } = await aBand(owner)
  const path = `/api/bands/${id}/invites/general`
  expect((await owner.post(path, { note: ' Horn section \u202E' })).status).toBe(201)
  const { inviteLink } = (await owner.post(path)).body
  await (await world().person()).post(`/api/invites/${inviteLink.split('/invite/')[1]}/accept`)
  const createdAt = expect.stringMatching(/^\d{4}-/)
  expect((await owner.get(`/api/bands/${id}/invites`)).body).toMatchObject([
    { note: null, invitedBy: 'Dee', uses: 1, maxUses: 25, createdAt },
    { note: 'Horn section', invitedBy: 'Dee', uses: 0, maxUses: 25, createdAt },
  ])
})

test('a text invitation to a number of a member answers 409, and no text is sent', async () => {
  const { owner, bandId } = await anInvitation()
  const member = await world().person()
  await joinBand(owner, bandId, member)
  const { phone } = member.user
  const refused = await owner.post(`/api/bands/${bandId}/invites/phone`, { phone })
  expect([refused.status, refused.body]).toEqual([
    409,
    { code: 'clash', message: 'Somebody with this number is already in the band' },
  ])
  await sleep(300)
  expect(await messagesTo(owner, phone)).toEqual([])
  expect(
    (await owner.get(`/api/bands/${bandId}/invites`)).body.filter(({ kind }: { kind: string }) => kind === 'phone'),
  ).toEqual([])
})

test('demoting an admin to member ends the open invitations that they made, and no others', async () => {
  const { owner, bandId, token: ownersLink } = await anInvitation()
  const base = `/api/bands/${bandId}`
  const admin = await world().person({ firstName: 'Ada' })
  const { id } = await joinBand(owner, bandId, admin)
  await owner.patch(`${base}/members/${id}`, { access: 'admin' })
  const email = `ada${id}@example.org`
  expect((await admin.post(`${base}/members/invite`, { email, role: 'Admin', displayName: 'Ada 2' })).status).toBe(201)
  const mailed = invitationIn((await mailTo(admin, email)).text)
  const link = (await admin.post(`${base}/invites/general`)).body.inviteLink.split('/invite/')[1]
  const { token: texted } = await aTextTo(aPhone(), { owner: admin, bandId })

  expect((await owner.patch(`${base}/members/${id}`, { access: 'member' })).status).toBe(200)
  const other = await world().person()
  for (const token of [mailed, link, texted]) {
    expect((await other.post(`/api/invites/${token}/accept`)).status).toBe(404)
  }
  expect((await owner.get(`${base}/members`)).body.map((one: { access: string }) => one.access)).toEqual([
    'owner',
    'member',
  ])
  expect((await other.post(`/api/invites/${ownersLink}/accept`)).status).toBe(200)
})

test('an owner who becomes an admin keeps the invitations that an admin may make', async () => {
  const { owner, bandId } = await anInvitation()
  const base = `/api/bands/${bandId}`
  const second = await world().person()
  const { id } = await joinBand(owner, bandId, second)
  await owner.patch(`${base}/members/${id}`, { access: 'owner' })
  const link = (await second.post(`${base}/invites/general`)).body.inviteLink.split('/invite/')[1]
  await owner.patch(`${base}/members/${id}`, { access: 'admin' })
  expect((await (await world().person()).post(`/api/invites/${link}/accept`)).status).toBe(200)
})

test('a kept reply with a link is not repeated to a member who may not invite any more', async () => {
  const { owner, bandId } = await anInvitation()
  const base = `/api/bands/${bandId}`
  const admin = await world().person()
  const { id } = await joinBand(owner, bandId, admin)
  await owner.patch(`${base}/members/${id}`, { access: 'admin' })
  const requests: [string, object | undefined][] = [
    ['invites/general', undefined],
    ['invites/phone', { phone: aPhone() }],
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
