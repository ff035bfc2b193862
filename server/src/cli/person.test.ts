import { expect, test } from 'vitest'
import { createTestBand, joinBand } from '#testing/builders.ts'
import { createPopulatedUser, personalTracesOf } from '#testing/populated-user.ts'
import { listColumnMatches } from '#testing/columns.ts'
import { deleteIdentitiesAndResetGoogle, createSignedOutGoogleUser, signInWithGoogle } from '#testing/google.ts'
import type { TestClient } from '#testing/test-client.ts'
import { openChangeStream } from '#testing/sse-client.ts'
import { signInBySms } from '#testing/sms.ts'
import { nextTestPhone, useTestServer } from '#testing/test-server.ts'
import { personCommand } from './person.ts'
import { parseInput, UsageError } from './run-command.ts'

const server = useTestServer()
const run = async (...args: string[]) => {
  const { db, config } = server().services
  return personCommand.run({ db, config, address: server().database }, await parseInput(personCommand, args, config))
}

test('the operator command `person … sign-out` ends the sessions of the given user only, and this user can sign in again', async () => {
  const [dee, other] = [await server().createUser(), await server().createUser()]
  expect(await run(dee.user.phone, 'sign-out')).toBe('Signed out on 1 device.')
  expect((await dee.get('/api/me')).status).toBe(401)
  expect((await other.get('/api/me')).status).toBe(200)
  expect((await signInBySms(server().newClient(), dee.user.phone)).status).toBe(200)
})

test.each(['sign-out', 'number'] as const)(
  'the operator command `person … %s` unlinks the Google identities of the given user only',
  async (verb) => {
    await deleteIdentitiesAndResetGoogle(server())
    const { phone, browser } = await createSignedOutGoogleUser(server(), 'ann')
    const other = await createSignedOutGoogleUser(server(), 'ben')
    const printed = await (verb === 'number' ? run(phone, verb, nextTestPhone()) : run(phone, verb))
    expect(printed).toContain('Signed out on 1 device and unlinked from 1 Google account.')
    expect((await signInWithGoogle(browser, 'ann')).headers.get('location')).toContain('google_needs_phone')
    expect((await signInWithGoogle(other.browser, 'ben')).headers.get('location')).toBe('/auth/callback')
  },
)

test.each(['sign-out', 'number'] as const)(
  'after the operator command `person … %s` the feed addresses of the given user return 404, and the feed addresses of another member return 200',
  async (verb) => {
    const [dee, other] = [await server().createUser(), await server().createUser()]
    const band = await createTestBand(dee)
    await joinBand(dee, band.id, other)
    const addressesOf = async (client: TestClient): Promise<string[]> => {
      const { urls } = (await client.get(`/api/bands/${band.id}/calendar/url`)).body
      const { url } = (await client.get('/api/me/calendar/url')).body
      return [url, ...Object.values<string>(urls)].map((address) => new URL(address).pathname)
    }
    const [addresses, othersAddresses] = [await addressesOf(dee), await addressesOf(other)]
    const statuses = async (paths: string[]) => {
      const found: number[] = []
      // One after the other: a caller may make two heavy reads at once.
      for (const path of paths) found.push((await other.get(path)).status)
      return found
    }
    expect(await statuses(addresses)).toEqual([200, 200, 200, 200])
    await (verb === 'number' ? run(dee.user.phone, verb, nextTestPhone()) : run(dee.user.phone, verb))
    expect(await statuses(addresses)).toEqual([404, 404, 404, 404])
    expect(await statuses(othersAddresses)).toEqual([200, 200, 200, 200])
  },
)

test('the operator command `person … number` moves the account to a new phone number and refuses the number of another account', async () => {
  const dee = await server().createUser()
  const phone = nextTestPhone()
  expect(await run(dee.user.phone, 'number', phone)).toBe(`Signed out on 1 device. From now on ${phone} signs in.`)
  expect((await dee.get('/api/me')).status).toBe(401)
  expect((await signInBySms(server().newClient(), phone)).body.user.id).toBe(dee.user.id)
  await expect(run(dee.user.phone, 'sign-out')).rejects.toThrow('There is no account')
  const other = await server().createUser()
  await expect(run(other.user.phone, 'number', phone)).rejects.toThrow('has an account of its own')
  expect((await other.get('/api/me')).status).toBe(200)
})

test('after the operator command `person … number` no table contains the old phone number, the user is in the same bands, and deleting the account leaves no personal data', async () => {
  const { phone, zeb } = await createPopulatedUser(server())
  const bands = (await zeb.get('/api/me')).body.bands
  const now = nextTestPhone()
  await run(phone, 'number', now)
  expect(await listColumnMatches(server(), [phone, phone.slice(3)])).toEqual([])
  const again = server().newClient()
  expect((await signInBySms(again, now)).status).toBe(200)
  expect((await again.get('/api/me')).body.bands.map(({ id }: { id: string }) => id)).toEqual(
    bands.map(({ id }: { id: string }) => id),
  )
  expect((await again.delete('/api/me')).status).toBe(204)
  expect(await listColumnMatches(server(), personalTracesOf(now))).toEqual([])
})

test('the operator command `person … erase` removes all personal data of the given user, and is refused for the only owner of a band with other members', async () => {
  const { phone } = await createPopulatedUser(server())
  expect(await run(phone, 'erase')).toContain('Erased')
  expect(await listColumnMatches(server(), personalTracesOf(phone))).toEqual([])
  const [owner, member] = [await server().createUser(), await server().createUser()]
  await joinBand(owner, (await createTestBand(owner)).id, member)
  await expect(run(owner.user.phone, 'erase')).rejects.toThrow('You are the only owner of')
  expect((await owner.get('/api/me')).status).toBe(200)
})

test.each([
  ['sign-out', []],
  ['number', [nextTestPhone()]],
  ['erase', []],
])('the operator command `person … %s` closes the user’s change stream within 5 s', async (verb, more) => {
  const dee = await server().createUser()
  const page = await openChangeStream(dee)
  const began = performance.now()
  await run(dee.user.phone, verb, ...more)
  await page.ended
  // The periodic check of all sessions would take up to 20 s.
  expect(performance.now() - began).toBeLessThan(5000)
})

test.each([
  [[]],
  [['07400123456']],
  [['07400123456', 'forget']],
  [['07400123456', 'erase', 'now']],
  [['0113 496 0000', 'erase']],
  // A number of Ofcom's drama range, while texts go to a real provider.
  [['07700 900123', 'erase']],
])('the operator command `person` refuses the arguments %j', async (args) => {
  const config = { ...server().services.config, faked: { ...server().services.config.faked, sms: false } }
  await expect(parseInput(personCommand, args, config)).rejects.toThrow(UsageError)
})
