import { expect, test } from 'vitest'
import { createTestBand } from '#testing/builders.ts'
import { waitForTextTo } from '#testing/sms.ts'
import { ago } from '#testing/test-clock.ts'
import { nextTestPhone, useTestServer } from '#testing/test-server.ts'

const server = useTestServer({ SMS_PER_DAY: '3' })

test('with SMS_PER_DAY=3 a second text invitation in a day is refused with 429, and after three texts a request for a sign-in code is refused with 429', async () => {
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

test('texts to a person who then erases their account still count towards SMS_PER_DAY', async () => {
  const { db } = server().services
  await db`update outgoing_messages set claimed_at = ${ago({ days: 2 })}, counted_at = ${ago({ days: 2 })}`
  const owner = await server().createUser()
  const { id } = await createTestBand(owner)
  const invited = await server().createUser()
  const invite = (phone: string) => owner.post(`/api/bands/${id}/invites/phone`, { phone })
  expect((await invite(invited.user.phone)).status).toBe(201)
  await waitForTextTo(owner, invited.user.phone)
  const requestCode = () => server().newClient().post('/auth/phone/send-code', { phone: invited.user.phone })
  expect((await requestCode()).status).toBe(202)
  await waitForTextTo(owner, invited.user.phone, 2)
  expect((await invited.delete('/api/me')).status).toBe(204)
  expect((await invite(nextTestPhone())).status).toBe(429)
  const counted = await db`select recipient from outgoing_messages where claimed_at > ${ago({ hours: 1 })}`
  expect(counted).toEqual([{ recipient: null }, { recipient: null }])
})
