import { expect, test } from 'vitest'
import { createTestBand } from '#testing/builders.ts'
import { waitForTextTo } from '#testing/sms.ts'
import { ago } from '#testing/test-clock.ts'
import { nextTestPhone, useTestServer } from '#testing/test-server.ts'

const server = useTestServer({ SMS_PER_DAY: '3' })

test('with SMS_PER_DAY=3 one text may be an invitation, and after three texts a code request is refused', async () => {
  const owner = await server().createUser()
  const { id } = await createTestBand(owner)
  const phone = nextTestPhone()
  expect((await owner.post(`/api/bands/${id}/invites/phone`, { phone })).status).toBe(201)
  await waitForTextTo(owner, phone)
  const second = await owner.post(`/api/bands/${id}/invites/phone`, { phone: nextTestPhone() })
  expect([second.status, second.body.message]).toEqual([
    429,
    'Gaffer cannot send more texts today. Please share an invite link instead.',
  ])

  for (const member of [owner, await server().createUser()]) {
    expect((await server().newClient().post('/auth/phone/send-code', { phone: member.user.phone })).status).toBe(202)
    await waitForTextTo(member, member.user.phone)
  }
  const another = await server().createUser()
  expect((await server().newClient().post('/auth/phone/send-code', { phone: another.user.phone })).status).toBe(429)
  await server().services.db`delete from outgoing_messages where purpose = 'invitation'`
  await server().services
    .db`update outgoing_messages set claimed_at = ${ago({ hours: 1 })} where claimed_at is not null`
  expect((await owner.post(`/api/bands/${id}/invites/phone`, { phone: nextTestPhone() })).status).toBe(201)
})
