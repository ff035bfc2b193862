import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestBand, createTestGig, joinBand } from '#testing/builders.ts'
import { askDeps, createTestDep } from '#testing/dep-helpers.ts'
import { hashSecret } from '#platform/keys.ts'
import { TestClient } from '#testing/test-client.ts'
import { useTestServer, type TestServer } from '#testing/test-server.ts'
import { parseInput, UsageError } from './run-command.ts'
import { rotateKeyCommand } from './rotate-key.ts'

const server = useTestServer()
let other: TestServer
beforeAll(async () => {
  other = await server().startAnother()
})
afterAll(async () => {
  await other?.stop()
})

const rotate = () => {
  const { config, db } = server().services
  return rotateKeyCommand.run({ config, db, address: server().database }, true)
}

test('after the operator command `rotate-key` links are signed differently, the feed URL stays the same, and two running servers answer 200 to the old and the new links', async () => {
  const [dee, kit] = [await server().createUser(), await server().createUser()]
  const { id: bandId } = await createTestBand(dee)
  const { id: membershipId } = await joinBand(dee, bandId, kit)
  const { id: eventId } = await createTestGig(dee, bandId)
  const event = `/api/bands/${bandId}/events/${eventId}`
  const dep = await createTestDep(dee, bandId)
  await askDeps(dee, event, [dep])
  const pathOf = (url: string) => new URL(url).pathname
  const sheetPath = async () =>
    pathOf((await dee.get(`${event}/gig-sheet/share`)).body.url).replace('/sheet/', '/api/sheets/')
  const feedPath = async () => pathOf((await dee.get(`/api/bands/${bandId}/calendar/url`)).body.urls.full)
  const answerPath = () =>
    `/api/answer-links/${server().services.links.signLink('answer', [membershipId, eventId], { expiresAt: null })}`
  await dee.post(`${event}/gig-sheet/share`)
  // The link is not read from the text: either server may send it, and each has its own fake provider.
  const [ask] = await server().services.db<{ id: string }[]>`select id from dep_asks where dep_id = ${dep.id}`
  const depPath = `/api/dep-links/${await server().services.links.recreateDepToken(ask!.id, 0)}`
  const before = [await sheetPath(), answerPath(), await feedPath(), depPath]

  expect(await rotate()).toContain('From now on links are signed with key 1.')
  await server().services.links.load()
  const after = [await sheetPath(), answerPath(), await feedPath()]
  expect(after.map((path, at) => path === before[at])).toEqual([false, false, true])
  const elsewhere = new TestClient(other.url)
  for (const path of [...before, ...after]) {
    expect([path, (await server().newClient().get(path)).status]).toEqual([path, 200])
    expect([path, (await elsewhere.get(path)).status]).toEqual([path, 200])
  }
})

test('a server that has not loaded the newest link key can recreate the token of a dep link that was signed with that key', async () => {
  const dee = await server().createUser()
  const { id: bandId } = await createTestBand(dee)
  const { id: eventId } = await createTestGig(dee, bandId)
  await rotate()
  await server().services.links.load()
  const dep = await createTestDep(dee, bandId)
  await askDeps(dee, `/api/bands/${bandId}/events/${eventId}`, [dep])
  const [ask] = await server().services.db<{ id: string; linkKeyId: number; tokenHash: Buffer }[]>`
    select id, link_key_id as "linkKeyId", token_hash as "tokenHash" from dep_asks where dep_id = ${dep.id}`
  expect(ask!.linkKeyId).toBeGreaterThan(0)
  const token = await other.services.links.recreateDepToken(ask!.id, ask!.linkKeyId)
  expect(hashSecret(token).equals(ask!.tokenHash)).toBe(true)
})

test('the operator command `rotate-key` refuses arguments', async () => {
  await expect(parseInput(rotateKeyCommand, ['now'], server().services.config)).rejects.toThrow(UsageError)
})
