import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fromNow, testClock } from '#testing/test-clock.ts'
import { useDatabase } from '#testing/use-database.ts'
import { Links, rotateLinkKey, type SignedPurpose } from './links.ts'

const db = useDatabase()
const secret = 'a secret key that is only for tests, long enough'
const id = (last: number) => `01890000-0000-7000-8000-00000000000${last}`
const log = { warn: vi.fn() }

async function openLinks(from = secret): Promise<Links> {
  const links = new Links(from, db(), log)
  await links.load()
  return links
}

const examples: { purpose: SignedPurpose; ids: string[]; boundTo?: string }[] = [
  { purpose: 'answer', ids: [id(2), id(3)] },
  { purpose: 'sheet', ids: [id(2), id(3)], boundTo: id(4) },
  { purpose: 'unsubscribe', ids: [id(5)], boundTo: 'asked' },
  { purpose: 'enquiry', ids: [id(6), id(7)] },
]
const examplesOf200 = examples.flatMap(({ purpose, ...example }) =>
  purpose === 'enquiry' ? [] : [{ purpose, ...example }],
)

/** Made by release 2.0.0 with `secret` and the ids of the examples. */
const tokensOf200 = {
  answer: 'AYkAAAAAcACAAAAAAAAAAgGJAAAAAHAAgAAAAAAAAAMAPw31zUtcxQGxj2bbGm9V',
  dep: 'fPDJmB-dQgZtr2Zc',
  feed: 'AYkAAAAAcACAAAAAAAAAAWYBRttv3ICwA-mqkTiactVm',
  sheet: 'AYkAAAAAcACAAAAAAAAAAgGJAAAAAHAAgAAAAAAAAAMvg21pKk5md2VKvMoV2l13',
  unsubscribe: '01890000-0000-7000-8000-000000000005.asked.Xvn4AHUNUlnBfgkGWgNGpZIW0Stw4H2X0PlOyQFZ9OA',
}

/** Sets the time at which links are signed and read. */
function setTime(time: Date): void {
  vi.useFakeTimers({ now: time, toFake: ['Date'] })
  testClock.set(time)
}

/** The ids of a genuine token; null for any other text. */
async function readGenuineIds(links: Links, purpose: SignedPurpose, token: string, boundTo?: string) {
  const claim = await links.readLink(purpose, token)
  return claim?.isGenuine(boundTo) ? claim.ids : null
}

beforeEach(async () => {
  await db()`delete from link_keys`
})
afterEach(() => {
  vi.useRealTimers()
  testClock.reset()
})

test.each(examples)('a $purpose link is accepted for its own purpose only', async ({ purpose, ids, boundTo }) => {
  const links = await openLinks()
  const token = links.signLink(purpose, ids, { boundTo })
  for (const other of examples) {
    const found = await readGenuineIds(links, other.purpose, token, boundTo)
    expect([other.purpose, found]).toEqual([other.purpose, other.purpose === purpose ? ids : null])
  }
  expect(links.readFeed(token)).toBeNull()
})

test.each(examples)(
  'a $purpose link with another secret, another binding or a changed byte is refused',
  async (example) => {
    const { purpose, ids, boundTo } = example
    const links = await openLinks()
    const token = links.signLink(purpose, ids, { boundTo })
    expect(
      await readGenuineIds(await openLinks('another secret, long enough as well'), purpose, token, boundTo),
    ).toBeNull()
    expect(await readGenuineIds(links, purpose, token, 'another')).toBeNull()
    const bytes = Buffer.from(token, 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1
      expect([at, await readGenuineIds(links, purpose, changed.toString('base64url'), boundTo)]).toEqual([at, null])
    }
  },
)

test.each(examplesOf200)(
  'a $purpose link of release 2.0.0 is accepted before and after the link key was rotated, and refused for another binding',
  async (example) => {
    const { purpose, ids, boundTo } = example
    const links = await openLinks()
    expect(await readGenuineIds(links, purpose, tokensOf200[purpose], boundTo)).toEqual(ids)
    await rotateLinkKey(db())
    await links.load()
    expect(await readGenuineIds(links, purpose, tokensOf200[purpose], boundTo)).toEqual(ids)
    expect(await readGenuineIds(links, purpose, tokensOf200[purpose], 'another')).toBeNull()
  },
)

test('an answer link of release 2.0.0 is accepted until 13 months after the first rotation of the link key', async () => {
  await rotateLinkKey(db())
  const links = await openLinks()
  setTime(fromNow({ days: 395 }))
  expect(await readGenuineIds(links, 'answer', tokensOf200.answer)).toEqual([id(2), id(3)])
  setTime(fromNow({ days: 2 }))
  expect(await readGenuineIds(links, 'answer', tokensOf200.answer)).toBeNull()
})

test('the feed address and the dep link of release 2.0.0 stay the same after the link key was rotated', async () => {
  await rotateLinkKey(db())
  const links = await openLinks()
  expect(links.signFeed({ subscriberId: id(1), kind: 'full', version: 3 })).toBe(tokensOf200.feed)
  expect(links.readFeed(tokensOf200.feed)?.isGenuine(3)).toBe(true)
  expect(links.readFeed(tokensOf200.feed)?.isGenuine(4)).toBe(false)
  expect(await links.recreateDepToken(id(6), 0)).toBe(tokensOf200.dep)
})

test('after a rotation of the link key links are signed differently, and a link of the old key is refused 13 months later', async () => {
  const links = await openLinks()
  const ids = [id(2), id(3)]
  const sign = () => links.signLink('sheet', ids, { expiresAt: null, boundTo: id(4) })
  const before = sign()
  await rotateLinkKey(db())
  await links.load()
  expect(sign()).not.toBe(before)
  expect(await readGenuineIds(links, 'sheet', before, id(4))).toEqual(ids)
  const newest = sign()
  setTime(fromNow({ days: 397 }))
  expect(await readGenuineIds(links, 'sheet', before, id(4))).toBeNull()
  expect(await readGenuineIds(links, 'sheet', newest, id(4))).toEqual(ids)
})

test('a link expires at the given time, or by default 13 months after it was signed', async () => {
  const links = await openLinks()
  const [ids, expiresAt] = [[id(2), id(3)], fromNow({ days: 2 })]
  const [short, usual] = [links.signLink('answer', ids, { expiresAt }), links.signLink('answer', ids)]
  setTime(fromNow({ days: 1.9 }))
  expect(await readGenuineIds(links, 'answer', short)).toEqual(ids)
  setTime(fromNow({ days: 0.2 }))
  expect(await readGenuineIds(links, 'answer', short)).toBeNull()
  expect(await readGenuineIds(links, 'answer', usual)).toEqual(ids)
  setTime(fromNow({ days: 395 }))
  expect(await readGenuineIds(links, 'answer', usual)).toBeNull()
})

test('a server accepts links signed with a link key that it has not loaded, and signs its own links with a new key 30 seconds after the rotation', async () => {
  const [one, other] = [await openLinks(), await openLinks()]
  const third = await openLinks()
  await rotateLinkKey(db())
  await one.load()
  const ids = [id(2), id(3)]
  expect(await readGenuineIds(other, 'answer', one.signLink('answer', ids))).toEqual(ids)
  const { token, linkKeyId } = one.signDepLink(id(6))
  expect([linkKeyId, token.length]).toEqual([1, 16])
  expect(await third.recreateDepToken(id(6), linkKeyId)).toBe(token)

  const idle = await openLinks()
  await rotateLinkKey(db())
  expect(idle.signDepLink(id(6)).linkKeyId).toBe(1)
  setTime(fromNow({ seconds: 31 }))
  idle.signDepLink(id(6))
  await expect.poll(() => idle.signDepLink(id(6)).linkKeyId).toBe(2)
})

test('the link keys of four generations differ, although all are derived from one secret', async () => {
  const links = await openLinks()
  const tokens = [links.signDepLink(id(6)).token]
  for (let generation = 1; generation <= 3; generation++) {
    expect(await rotateLinkKey(db())).toBe(generation)
    await links.load()
    tokens.push(links.signDepLink(id(6)).token)
  }
  expect(new Set(tokens).size).toBe(4)
})
