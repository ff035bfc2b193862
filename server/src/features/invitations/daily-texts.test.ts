import { expect, test } from 'vitest'
import { aBand } from '#testing/builders.ts'
import { messageTo } from '#testing/sms.ts'
import { aPhone, useTestServer } from '#testing/test-server.ts'

const server = useTestServer({ SMS_PER_DAY: '3' })

test('with SMS_PER_DAY=3 one text may be an invitation, and after three texts a code request is refused', async () => {
  const owner = await server().createUser()
  const { id } = await aBand(owner)
  const phone = aPhone()
  expect((await owner.post(`/api/bands/${id}/invites/phone`, { phone })).status).toBe(201)
  await messageTo(owner, phone)
  const second = await owner.post(`/api/bands/${id}/invites/phone`, { phone: aPhone() })
  expect([second.status, second.body.message]).toEqual([
    429,
    'Gaffer cannot send more texts today. Please share an invite link instead.',
  ])

  for (const member of [owner, await server().createUser()]) {
    expect((await server().newClient().post('/auth/phone/send-code', { phone: member.user.phone })).status).toBe(202)
    await messageTo(member, member.user.phone)
  }
  const another = await server().createUser()
  expect((await server().newClient().post('/auth/phone/send-code', { phone: another.user.phone })).status).toBe(429)
  await server().deps.db`delete from invitation_messages`
  await server().deps.db`update phone_codes set sent_at = now() - interval '1 hour'`
  expect((await owner.post(`/api/bands/${id}/invites/phone`, { phone: aPhone() })).status).toBe(201)
})
