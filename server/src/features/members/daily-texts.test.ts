// Invitations by text count among the service's texts of the day, and are held back with them.

import { expect, test } from 'vitest'
import { aBand } from '#testing/builders.ts'
import { messageTo } from '#testing/sms.ts'
import { aPhone, useWorld } from '#testing/world.ts'

const world = useWorld({ SMS_PER_DAY: '1' })

test('the day’s only text was an invitation, so no code is sent and no other invitation', async () => {
  const owner = await world().person()
  const { id } = await aBand(owner)
  const phone = aPhone()
  expect((await owner.post(`/api/bands/${id}/invites/phone`, { phone })).status).toBe(201)
  await messageTo(owner, phone)
  expect((await world().stranger().post('/auth/phone/send-code', { phone: owner.user.phone })).status).toBe(429)
  expect((await owner.post(`/api/bands/${id}/invites/phone`, { phone: aPhone() })).status).toBe(429)
})
