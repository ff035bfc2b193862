import type { InvitationListItem } from '@gaffer/domain/invitations/invitation'
import { expect, test } from 'vitest'
import { createTestBand } from '#testing/builders.ts'
import { invitationTokenIn, waitForMailTo } from '#testing/mail.ts'
import { signInBySms } from '#testing/sms.ts'
import { nextTestPhone, useTestServer } from '#testing/test-server.ts'

const server = useTestServer()

test('the name in an invitation becomes the display name of a new user, and does not change that of an existing user', async () => {
  const owner = await server().createUser({ firstName: 'Dee' })
  const { id } = await createTestBand(owner)
  const base = `/api/bands/${id}`
  const phone = nextTestPhone()
  await owner.post(`${base}/invites/phone`, { phone, name: 'Sal' })
  const sal = server().newClient()
  await signInBySms(sal, phone)
  const { user } = (await sal.get('/api/me')).body
  expect([user.displayName, user.profileCompleted]).toEqual(['Sal', false])
  const kit = await server().createUser({ firstName: 'Kit' })
  const { body: card } = await owner.post(`${base}/members/invite`, {
    email: 'kitty@example.org',
    role: 'Drums',
    displayName: 'Kitty',
  })
  const { body: link } = await owner.get(`${base}/invites`)
  expect(link.map(({ displayName }: InvitationListItem) => displayName)).toEqual(['Kitty'])
  const { text } = await waitForMailTo(owner, card.user.email)
  await kit.post(`/api/invites/${invitationTokenIn(text)}/accept`)
  expect((await kit.get('/api/me')).body).toMatchObject({
    user: { displayName: 'Kit' },
    bands: [{ displayName: 'Kitty' }],
  })
})
