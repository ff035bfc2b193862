import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { hashSecret } from '#platform/keys.ts'
import { createBandWithInvitation } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { invitationTokenIn } from '#testing/mail.ts'
import { readTextsTo, waitForTextTo, signInBySms } from '#testing/sms.ts'
import { testClock } from '#testing/test-clock.ts'
import { nextTestPhone, useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

const revoke = (token: string) =>
  server().services.db`update invitations set revoked_at = ${testClock.now()} where token_hash = ${hashSecret(token)}`

/** Sends an invitation by text, from a new band if there is no `sender`. Returns its band and token. */
async function inviteByText(
  phone: string,
  sender?: { owner: TestClient; bandId: string },
): Promise<{ bandId: string; token: string }> {
  const { owner, bandId } = sender ?? (await createBandWithInvitation(server()))
  const sent = await readTextsTo(owner, phone)
  expect((await owner.post(`/api/bands/${bandId}/invites/phone`, { phone })).status).toBe(201)
  return { bandId, token: invitationTokenIn(await waitForTextTo(owner, phone, sent.length + 1)) }
}

test('a browser that holds a revoked invitation gets no sign-in code by text, even if another band invited the same phone number by text', async () => {
  const { token } = await createBandWithInvitation(server())
  const phone = nextTestPhone()
  await inviteByText(phone)
  const newcomer = server().newClient()
  expect((await newcomer.post('/auth/invite', { token })).status).toBe(204)
  await revoke(token)
  const before = await readTextsTo(newcomer, phone)
  expect((await newcomer.post('/auth/phone/send-code', { phone })).status).toBe(202)
  await sleep(500)
  expect(await readTextsTo(newcomer, phone)).toEqual(before)
  expect((await newcomer.post('/auth/phone/verify-code', { phone, code: '123456' })).status).toBe(401)
})

test('a sign-in in a browser that holds an invitation to another phone number joins no band, even if a third band invited the number of the user', async () => {
  const member = await server().createUser()
  await inviteByText(member.user.phone)
  const { token } = await inviteByText(nextTestPhone())
  const browser = server().newClient()
  await browser.post('/auth/invite', { token })
  expect((await signInBySms(browser, member.user.phone)).body.joinedBandId).toBeNull()
  expect((await browser.get('/api/me')).body.bands).toEqual([])
})

test('a sign-in in a browser that holds a text invitation joins the band even after a newer text invitation of that band to the same number', async () => {
  const { owner, bandId } = await createBandWithInvitation(server())
  const phone = nextTestPhone()
  const { token } = await inviteByText(phone, { owner, bandId })
  const newcomer = server().newClient()
  await newcomer.post('/auth/invite', { token })
  await inviteByText(phone, { owner, bandId })
  expect((await signInBySms(newcomer, phone)).body.joinedBandId).toBe(bandId)
})

test('GET /auth/invite returns an invitation only to the browser that holds it, without the token and with the last three digits of the invited number', async () => {
  const readHeld = async (caller: TestClient) => caller.get('/auth/invite')
  const browser = server().newClient()
  expect((await readHeld(browser)).body).toBeNull()
  const phone = nextTestPhone()
  const { token } = await inviteByText(phone)
  await browser.post('/auth/invite', { token })
  const { status, body, text, headers } = await readHeld(browser)
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
  expect((await readHeld(server().newClient())).body).toBeNull()
  await revoke(token)
  expect((await readHeld(browser)).body).toBeNull()
})

test('GET /auth/invite returns a general invitation that the browser holds with phoneEnding null', async () => {
  const { token } = await createBandWithInvitation(server())
  const browser = server().newClient()
  await browser.post('/auth/invite', { token })
  expect((await browser.get('/auth/invite')).body).toMatchObject({ kind: 'general', phoneEnding: null })
})

test('the send-code response does not reveal whether the browser holds an invitation to another number', async () => {
  const { token } = await inviteByText(nextTestPhone())
  const [holder, other] = [server().newClient(), server().newClient()]
  await holder.post('/auth/invite', { token })
  const answers = await Promise.all(
    [holder, other].map((caller) => caller.post('/auth/phone/send-code', { phone: nextTestPhone() })),
  )
  expect(answers[0]?.text).toBe(answers[1]?.text)
  expect(answers.map(({ status }) => status)).toEqual([202, 202])
})
