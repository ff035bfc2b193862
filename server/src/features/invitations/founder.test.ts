import { expect, test } from 'vitest'
import { inviteFounderByPhone } from './founder.ts'
import { invitationIn } from '#testing/mail.ts'
import { messageTo, signInBySms } from '#testing/sms.ts'
import { aPhone, useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

test('a founder invitation by text is accepted by that number only and joins no band', async () => {
  const phone = aPhone()
  await inviteFounderByPhone(server().deps, server().deps.db, phone)
  const text = await messageTo(server().newClient(), phone)
  expect(text).toMatch(/^You are invited to start your band on Gaffer http/)
  const token = invitationIn(text)
  expect((await server().newClient().get(`/api/invites/${token}`)).body).toMatchObject({ kind: 'founder', band: null })
  const other = await server().createUser()
  expect((await other.post(`/api/invites/${token}/accept`)).status).toBe(403)
  const founder = server().newClient()
  expect((await signInBySms(founder, phone)).body).toMatchObject({ joinedBandId: null })
  expect((await founder.post('/api/bands', { name: 'The Foxes' })).status).toBe(201)
})
