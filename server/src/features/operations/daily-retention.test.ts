import { expect, test } from 'vitest'
import { createPortraitDataUrl } from '#testing/populated-user.ts'
import { ago } from '#testing/test-clock.ts'
import { useTestServer } from '#testing/test-server.ts'
import { purgeExpired, purgeByDailyRules } from './retention.ts'

const server = useTestServer()

test('the daily retention run deletes an unused picture that was stored 25 hours ago, and keeps a picture that is in use or was stored again', async () => {
  const { db } = server().services
  const names = { firstName: 'A', lastName: 'B', displayName: 'C' }
  const dee = await server().createUser()
  const kept = await createPortraitDataUrl()
  const setAvatar = async (avatarUrl: string) => (await dee.put('/api/me', { ...names, avatarUrl })).body.user.avatarUrl
  const readStatus = async (address: string) => (await dee.get(address)).status
  const first = await setAvatar(await createPortraitDataUrl())
  const second = await setAvatar(kept)
  await purgeByDailyRules(server().services)
  expect([await readStatus(first), await readStatus(second)]).toEqual([200, 200])

  await db`update images set created_at = ${ago({ hours: 25 })}`
  await purgeExpired(server().services)
  expect(await readStatus(first)).toBe(200)
  await purgeByDailyRules(server().services)
  expect([await readStatus(first), await readStatus(second)]).toEqual([404, 200])

  // The second picture is stored again and not in use.
  await setAvatar(await createPortraitDataUrl())
  await db`update images set created_at = ${ago({ hours: 25 })}`
  const again = await setAvatar(kept)
  expect(again).toBe(second)
  await dee.put('/api/me', { ...names, avatarUrl: null })
  await purgeByDailyRules(server().services)
  expect(await readStatus(again)).toBe(200)
})

test('a daily retention run in which a rule fails rejects with the name of the table, and the next run succeeds', async () => {
  const { db } = server().services
  await db`alter table bands rename column profile_image to profile_image_away`
  await expect(purgeByDailyRules(server().services)).rejects.toThrow('were not deleted: images')
  await db`alter table bands rename column profile_image_away to profile_image`
  await expect(purgeByDailyRules(server().services)).resolves.toBeUndefined()
})
