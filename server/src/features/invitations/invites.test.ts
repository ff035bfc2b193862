import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { testClock } from '#testing/test-clock.ts'
import { inviteFirstFounder } from './founder.ts'
import { createBandWithInvitation, createTestBand, joinBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { hashSecret } from '#platform/keys.ts'
import { listColumnMatches } from '#testing/columns.ts'
import { signInBySms } from '#testing/sms.ts'
import { nextTestPhone, startTestServer, useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
const dead = { code: 'not_found', message: 'This invitation is no longer valid' }

const setTerms = (token: string, assignment: string) =>
  server().services.db.query(
    `update invitations set ${assignment} where token_hash = '\\x${hashSecret(token).toString('hex')}'`,
  )

test('a general invitation link has a 43-character token, can be used 25 times within 7 days, and only the hash of the token is stored', async () => {
  const { token } = await createBandWithInvitation(server())
  expect(token).toMatch(/^[\w-]{43}$/)
  const [row] = await server().services.db<{ max_uses: number; days: number; whole: string }[]>`
    select max_uses, extract(epoch from expires_at - ${testClock.now()})::float8 / 86400 as days, i::text as whole
    from invitations i where token_hash = ${hashSecret(token)}`
  expect(row?.max_uses).toBe(25)
  expect(Math.round(row?.days ?? 0)).toBe(7)
  expect(row?.whole).not.toContain(token)
})

test('a retry with the same idempotency key returns the same invitation link, and its token is not readable in the database', async () => {
  const owner = await server().createUser()
  const { id } = await createTestBand(owner)
  await server().services.db`update users set platform_admin = true where id = ${owner.user.id}`
  for (const path of [`/api/bands/${id}/invites/general`, '/api/platform/invites']) {
    const key = { 'idempotency-key': `a double click on ${path}` }
    const [first, again] = [await owner.post(path, undefined, key), await owner.post(path, undefined, key)]
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text])
    expect(await listColumnMatches(server(), [first.body.inviteLink.split('/invite/')[1]])).toEqual([])
  }
})

test('an invitation preview has Cache-Control: no-store and Referrer-Policy: no-referrer', async () => {
  const { token } = await createBandWithInvitation(server())
  for (const path of [`/api/invites/${token}`, '/api/invites/none']) {
    const { headers } = await server().newClient().get(path)
    expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-store', 'no-referrer'])
  }
})

test('an invitation preview shows band and inviter without a session and does not count as a use', async () => {
  const { token } = await createBandWithInvitation(server())
  for (let look = 0; look < 3; look += 1) {
    const { status, body } = await server().newClient().get(`/api/invites/${token}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      kind: 'general',
      band: { name: 'The Night Buses', avatarUrl: null, color: '#6b7280' },
      invitedBy: 'Dee',
    })
  }
  const [row] = await server().services.db`select uses from invitations where token_hash = ${hashSecret(token)}`
  expect(row?.['uses']).toBe(0)
})

test.each([
  ['expired', 'expires_at = created_at'],
  ['used up', 'uses = max_uses'],
  ['revoked', 'revoked_at = created_at'],
])('an invitation that is %s gets the same 404 as an unknown invitation', async (_, assignment) => {
  const { token } = await createBandWithInvitation(server())
  await setTerms(token, assignment)
  const person = await server().createUser()
  for (const answer of [
    await server().newClient().get(`/api/invites/${token}`),
    await server().newClient().post('/auth/invite', { token }),
    await person.post(`/api/invites/${token}/accept`),
    await server().newClient().get('/api/invites/never-was-one'),
  ]) {
    expect([answer.status, answer.body]).toEqual([404, dead])
  }
})

test('of twenty parallel acceptances of an invitation with one use left one succeeds', async () => {
  const { token, bandId, owner } = await createBandWithInvitation(server())
  await setTerms(token, 'max_uses = 1')
  const people = await Promise.all(Array.from({ length: 20 }, () => server().createUser()))
  const answers = await Promise.all(people.map((person) => person.post(`/api/invites/${token}/accept`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(404)])
  expect((await owner.get(`/api/bands/${bandId}/members`)).body).toHaveLength(2)
})

test('a user who accepts an invitation twice joins the band once, and one use is counted', async () => {
  const { token, bandId, owner } = await createBandWithInvitation(server())
  const kit = await server().createUser()
  for (let time = 0; time < 2; time += 1) {
    expect((await kit.post(`/api/invites/${token}/accept`)).body).toEqual({ bandId })
  }
  expect((await owner.get(`/api/bands/${bandId}/members`)).body).toHaveLength(2)
  const [row] = await server().services.db`select uses from invitations where token_hash = ${hashSecret(token)}`
  expect(row?.['uses']).toBe(1)
})

test('a user who signs in in a browser that holds an invitation joins the band', async () => {
  const { token, bandId } = await createBandWithInvitation(server())
  const { user } = await server().createUser()
  const browser = server().newClient()
  await browser.post('/auth/invite', { token })
  expect((await signInBySms(browser, user.phone)).body.joinedBandId).toBe(bandId)
})

test('a member gets 403 for creating an invitation link, and an admin can create one', async () => {
  const { owner, bandId } = await createBandWithInvitation(server())
  const kit = await server().createUser()
  const membership = await joinBand(owner, bandId, kit)
  const refused = await kit.post(`/api/bands/${bandId}/invites/general`)
  expect([refused.status, refused.body.code]).toEqual([403, 'not_allowed'])
  await server().services.db`update memberships set access = 'admin' where id = ${membership.id}`
  expect((await kit.post(`/api/bands/${bandId}/invites/general`)).status).toBe(201)
})

test('a user gets 403 for creating a founder invitation, and a platform admin can create one', async () => {
  const person = await server().createUser()
  const refused = await person.post('/api/platform/invites')
  expect([refused.status, refused.body]).toEqual([
    403,
    { code: 'not_allowed', message: 'You are not allowed to do that' },
  ])
  await server().services.db`update users set platform_admin = true where id = ${person.user.id}`
  const { status, body } = await person.post('/api/platform/invites')
  expect(status).toBe(201)
  const preview = await server()
    .newClient()
    .get(`/api/invites/${body.inviteLink.split('/invite/')[1]}`)
  expect(preview.body).toMatchObject({ kind: 'founder', band: null, invitedBy: 'Dee' })
})

test('an empty installation has one open founder invitation; the user who signs in with it becomes platform admin, and after that no founder invitation is created', async () => {
  const empty = await startTestServer()
  try {
    const first = await inviteFirstFounder(empty.services)
    const again = await inviteFirstFounder(empty.services)
    const founder = empty.newClient()
    const tokenOf = (link: { inviteLink: string } | null) => link?.inviteLink.split('/invite/')[1] as string
    expect((await founder.post('/auth/invite', { token: tokenOf(first) })).status).toBe(404)
    expect((await founder.post('/auth/invite', { token: tokenOf(again) })).status).toBe(204)
    const answer = await signInBySms(founder, nextTestPhone())
    expect(answer.body).toMatchObject({ joinedBandId: null, user: { platformAdmin: true } })
    expect(await inviteFirstFounder(empty.services)).toBeNull()
  } finally {
    await empty.stop()
  }
})

test('a request for an invitation link by an admin who is being removed is 404 and creates no link', async () => {
  const { owner, bandId } = await createBandWithInvitation(server())
  const guest = await server().createUser()
  const membership = await joinBand(owner, bandId, guest)
  await owner.patch(`/api/bands/${bandId}/members/${membership.id}`, { access: 'admin' })
  let answer: ReturnType<TestClient['post']> | undefined
  await server().services.db.transaction(async (tx) => {
    await tx`select from bands where id = ${bandId} for no key update`
    await tx`delete from memberships where id = ${membership.id}`
    answer = guest.post(`/api/bands/${bandId}/invites/general`)
    await sleep(300)
  })
  expect((await answer)?.status).toBe(404)
  const links = await server().services.db`select from invitations where invited_by = ${guest.user.id}`
  expect(links.length).toBe(0)
})
