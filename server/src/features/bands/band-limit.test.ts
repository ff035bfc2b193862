import { expect, test } from 'vitest'
import { createTestBand } from '#testing/builders.ts'
import type { TestClient } from '#testing/test-client.ts'
import { invitationTokenIn, waitForMailTo } from '#testing/mail.ts'
import { signInBySms } from '#testing/sms.ts'
import { useTestServer } from '#testing/test-server.ts'

const server = useTestServer()
const refusal = { code: 'conflict', message: 'You can be in 20 bands at most' }

async function createOwnerOfBands(count: number): Promise<TestClient> {
  const owner = await server().createUser()
  for (let one = 0; one < count; one += 1) await createTestBand(owner)
  return owner
}

const bandsOf = async (person: TestClient): Promise<unknown[]> => (await person.get('/api/me')).body.bands

async function createLinkToAnotherBand(): Promise<{ token: string; bandId: string; other: TestClient }> {
  const other = await server().createUser()
  const { id: bandId } = await createTestBand(other)
  const { inviteLink } = (await other.post(`/api/bands/${bandId}/invites/general`)).body
  return { token: inviteLink.split('/invite/')[1], bandId, other }
}

test('of five bands that a member of 18 bands creates in parallel, two are created and three are refused with 409', async () => {
  const owner = await createOwnerOfBands(18)
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => owner.post('/api/bands', { name: 'One more', displayName: 'Dee' })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body).toEqual(refusal)
  expect(await bandsOf(owner)).toHaveLength(20)
})

test('a member of 20 bands cannot accept an invitation to another band by link or by mail, the mailed invitation stays valid, and an invitation to one of the member’s own bands is accepted', async () => {
  const owner = await createOwnerOfBands(20)
  const { token, bandId, other } = await createLinkToAnotherBand()
  const byLink = await owner.post(`/api/invites/${token}/accept`)
  expect([byLink.status, byLink.body]).toEqual([409, refusal])
  const email = 'twenty@example.org'
  await other.post(`/api/bands/${bandId}/members/invite`, { email, role: 'Bass', displayName: 'Dee' })
  const mailed = invitationTokenIn((await waitForMailTo(other, email)).text)
  expect((await owner.post(`/api/invites/${mailed}/accept`)).body).toEqual(refusal)
  expect(await bandsOf(owner)).toHaveLength(20)
  // The refused acceptance did not consume the invitation.
  expect((await server().newClient().get(`/api/invites/${mailed}`)).status).toBe(200)
  const [own] = (await owner.get('/api/me')).body.bands
  const { inviteLink } = (await owner.post(`/api/bands/${own.bandId}/invites/general`)).body
  expect((await owner.post(`/api/invites/${inviteLink.split('/invite/')[1]}/accept`)).body.bandId).toBe(own.bandId)
})

test('a member of 20 bands who opens an invitation and then signs in joins no band', async () => {
  const owner = await createOwnerOfBands(20)
  const { token } = await createLinkToAnotherBand()
  const browser = server().newClient()
  await browser.post('/auth/invite', { token })
  const signedIn = await signInBySms(browser, owner.user.phone)
  expect([signedIn.status, signedIn.body.joinedBandId]).toEqual([200, null])
  expect(await bandsOf(browser)).toHaveLength(20)
})
